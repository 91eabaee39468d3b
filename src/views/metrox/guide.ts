import { picture } from '../picture.ts';
import type { Lessons } from '../presenter.ts';
import { drawRules } from './rulescard.ts';
import { drawTutorial, TUTORIAL } from './tutorial.ts';

/** What Metro X has to teach. */
export const guide: Lessons = {
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
    'deck',
    'end',
    'score',
    'okazu',
    'gamewright',
    'solo',
  ],
  lessons: [
    { key: 'number', right: 'b' },
    { key: 'skip', right: 'a' },
    { key: 'transfer', right: 'b' },
    { key: 'first', right: 'a' },
  ],
  picture: (scene) => picture(scene.t('metrox.rules.alt'), drawRules(scene)),
  lesson({ key }, scene) {
    const step = TUTORIAL.find((one) => one === key);
    if (step === undefined) throw new Error(`Metro X has no lesson "${key}"`);
    return picture(scene.t(`metrox.tutorial.${step}.alt`), drawTutorial(scene, step));
  },
};
