import type { Guide } from '../look.ts';
import { picture } from '../picture.ts';
import { drawCard, drawTutorial, type TutorialPicture } from './tutorial.ts';

/** What Metro X has to teach. */
export const guide: Guide = {
  minute: ['round', 'number', 'skip', 'transfer', 'free', 'lines', 'end'],
  full: [
    'round',
    'number',
    'skip',
    'transfer',
    'free',
    'windows',
    'lines',
    'reshuffle',
    'end',
    'score',
    'okazu',
    'gamewright',
    'solo',
  ],
  lessons: [
    { key: 'number', step: 1, right: 'b' },
    { key: 'skip', step: 2, right: 'a' },
    { key: 'transfer', step: 2, right: 'b' },
    { key: 'first', step: 3, right: 'a' },
  ],
  picture: (scene) => picture(scene.t('metrox.rules.alt'), drawCard(scene)),
  lesson: ({ key }, scene) =>
    picture(scene.t(`metrox.tutorial.${key}.alt`), drawTutorial(scene, key as TutorialPicture)),
};
