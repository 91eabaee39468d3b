import type { APIAttachment, APIMediaGalleryComponent, APIUnfurledMediaItem } from 'discord-api-types/v10';
import { useEffect, useRef, useState } from 'preact/hooks';
import { bytes } from './times.ts';

/** A picture: its address, its size in pixels, and its alt text. */
export interface Picture {
  readonly url: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly alt: string;
}

export const ofAttachment = (file: APIAttachment): Picture => ({
  url: file.url,
  width: file.width ?? null,
  height: file.height ?? null,
  alt: file.description ?? '',
});

const ofMedia = (media: APIUnfurledMediaItem, alt: string | null | undefined): Picture => ({
  url: media.url,
  width: media.width ?? null,
  height: media.height ?? null,
  alt: alt ?? '',
});

export const isPicture = (file: APIAttachment): boolean =>
  file.content_type?.startsWith('image/') === true || /\.(?:png|jpe?g|gif|webp)$/i.test(file.filename);

/** How many of the six columns each of n pictures takes. */
const columns: Readonly<Record<number, readonly number[]>> = {
  1: [6],
  2: [3, 3],
  3: [6, 3, 3],
  4: [3, 3, 3, 3],
  5: [3, 3, 2, 2, 2],
  6: [2, 2, 2, 2, 2, 2],
  7: [6, 2, 2, 2, 2, 2, 2],
  8: [3, 3, 2, 2, 2, 2, 2, 2],
  9: [2, 2, 2, 2, 2, 2, 2, 2, 2],
  10: [6, 2, 2, 2, 2, 2, 2, 2, 2, 2],
};

/** One to ten pictures side by side; a press opens one in a lightbox. */
export function Gallery({ pictures }: { pictures: readonly Picture[] }) {
  const [large, setLarge] = useState<number | null>(null);
  const spans = columns[Math.min(pictures.length, 10)] ?? columns[10]!;
  return (
    <div class={`gallery of-${pictures.length}`}>
      {pictures.map((picture, index) => (
        <Tile key={picture.url} picture={picture} span={spans[index] ?? 2} open={() => setLarge(index)} />
      ))}
      {large !== null && <Lightbox pictures={pictures} start={large} close={() => setLarge(null)} />}
    </div>
  );
}

export const galleryOf = (component: APIMediaGalleryComponent): readonly Picture[] =>
  component.items.map((item) => ofMedia(item.media, item.description));

interface TileProps {
  readonly picture: Picture;
  readonly span: number;
  readonly open: () => void;
}

function Tile({ picture, span, open }: TileProps) {
  const [alt, setAlt] = useState(false);
  const { width, height } = picture;
  const shape =
    span === 6 && width !== null && height !== null
      ? { aspectRatio: `${width} / ${height}`, '--width': `${width}px`, '--ratio': width / height }
      : {};
  return (
    <figure class="tile" style={{ gridColumn: `span ${span}`, ...shape }}>
      <button
        type="button"
        class="picture"
        aria-label={`Open picture: ${picture.alt || 'no description'}`}
        onClick={open}
      >
        <img
          src={picture.url}
          alt={picture.alt}
          width={picture.width ?? undefined}
          height={picture.height ?? undefined}
        />
      </button>
      {picture.alt !== '' && (
        <button
          type="button"
          class="alt-badge"
          aria-expanded={alt}
          aria-label="Show the description"
          onClick={() => setAlt(!alt)}
        >
          ALT
        </button>
      )}
      {alt && <figcaption class="alt-text">{picture.alt}</figcaption>}
    </figure>
  );
}

interface LightboxProps {
  readonly pictures: readonly Picture[];
  readonly start: number;
  readonly close: () => void;
}

function Lightbox({ pictures, start, close }: LightboxProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [index, setIndex] = useState(start);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const picture = pictures[index]!;
  const turn = (by: number) => setIndex((index + by + pictures.length) % pictures.length);
  return (
    <dialog
      ref={dialog}
      class="lightbox"
      aria-label="Picture"
      onClose={close}
      onClick={(event) => event.target === dialog.current && close()}
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight') turn(1);
        if (event.key === 'ArrowLeft') turn(-1);
      }}
    >
      <img src={picture.url} alt={picture.alt} />
      {picture.alt !== '' && <p>{picture.alt}</p>}
      <div class="lightbox-foot">
        {pictures.length > 1 && (
          <>
            <button type="button" onClick={() => turn(-1)}>
              Previous
            </button>
            <span>
              {index + 1} of {pictures.length}
            </span>
            <button type="button" onClick={() => turn(1)}>
              Next
            </button>
          </>
        )}
        <a href={picture.url} target="_blank" rel="noopener">
          Open in browser
        </a>
        <button type="button" onClick={close}>
          Close
        </button>
      </div>
    </dialog>
  );
}

/** A file that is no picture: its name, description and size in bytes. */
export function FileCard(props: { name: string; url: string; size: number | null; about?: string | null }) {
  const about = [props.about, props.size === null ? null : bytes(props.size)].filter(Boolean).join(' · ');
  return (
    <div class="file-card">
      <span class="file-icon" aria-hidden="true">
        📄
      </span>
      <div>
        <a href={props.url} download={props.name} target="_blank" rel="noopener">
          {props.name}
        </a>
        <p>{about}</p>
      </div>
    </div>
  );
}
