import { createCanvas } from '@napi-rs/canvas';
import { printer } from '../../src/views/picture.ts';
import type { Picture } from '../../src/views/presenter.ts';

/** What is written in pictures, and how large it is on a phone. */

/** Width of what a phone shows in a container, in its pixels. */
const PHONE = 285;

export interface Written {
  readonly text: string;
  /** Height of its letters in pixels of the picture: the size at which it is set. */
  readonly size: number;
  /** The same in pixels of a phone. */
  readonly phone: number;
}

const brush = Object.getPrototypeOf(createCanvas(1, 1).getContext('2d')) as CanvasText;

interface CanvasText {
  readonly font: string;
  fillText(text: string, ...rest: number[]): void;
  getTransform(): { readonly c: number; readonly d: number };
}

/** Draws a picture anew, without anything that is kept, and tells every text in it, in order. */
export async function writtenIn(picture: Pick<Picture, 'width' | 'draw'>): Promise<Written[]> {
  const found: Written[] = [];
  const { fillText } = brush;
  const { print } = printer;
  printer.print = async (drawing) => {
    if (!drawing.canvas) return drawing.png();
    await drawing.canvas();
    return Buffer.alloc(0);
  };
  brush.fillText = function (this: CanvasText, text, ...rest) {
    const { c, d } = this.getTransform();
    const size = Number(/([\d.]+)px/.exec(this.font)?.[1]) * Math.hypot(c, d);
    found.push({ text, size, phone: (size * PHONE) / picture.width });
    fillText.call(this, text, ...rest);
  };
  try {
    await picture.draw();
  } finally {
    brush.fillText = fillText;
    printer.print = print;
  }
  return found;
}
