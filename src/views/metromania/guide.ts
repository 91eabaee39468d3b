import type { Lessons } from '../look.ts';
import { picture } from '../picture.ts';
import { drawCard } from './card.ts';
import type { TutorialPicture } from './lessons.ts';
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
  lesson: ({ key }, scene) =>
    picture(scene.t(`metromania.tutorial.${key}.alt`), drawTutorial(scene, key as TutorialPicture)),
};
