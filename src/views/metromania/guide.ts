import { picture } from '../picture.ts';
import type { Lessons } from '../presenter.ts';
import { drawCard } from './card.ts';
import { TUTORIAL } from './lessons.ts';
import { drawTutorial } from './tutorial.ts';

/** What MetroMania has to teach. */
export const guide: Lessons = {
  minute: ['turn', 'tunnels', 'stations', 'spots', 'end'],
  full: ['turn', 'line', 'bends', 'spots', 'stations', 'ends', 'building', 'score', 'trips', 'options'],
  lessons: [
    { key: 'bend', right: 'b' },
    { key: 'station', right: 'b' },
    { key: 'marker', right: 'b' },
    { key: 'route', right: 'a' },
  ],
  picture: (scene) => picture(scene.t('metromania.rules.alt'), drawCard(scene)),
  lesson({ key }, scene) {
    const step = TUTORIAL.find((one) => one === key);
    if (step === undefined) throw new Error(`MetroMania has no lesson "${key}"`);
    return picture(scene.t(`metromania.tutorial.${step}.alt`), drawTutorial(scene, step));
  },
};
