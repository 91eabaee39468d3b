import { picture } from '../picture.ts';
import type { Lessons } from '../presenter.ts';
import { drawRules } from './rulescard.ts';
import { drawLesson, isLesson } from './tutorial.ts';

/** What Metro has to teach. */
export const guide: Lessons = {
  minute: ['turn', 'lines', 'score', 'return', 'end'],
  full: ['turn', 'where', 'return', 'lines', 'stations', 'score', 'end', 'options', 'names'],
  lessons: [
    { key: 'finish', right: 'a' },
    { key: 'centre', right: 'b' },
    { key: 'return', right: 'a' },
    { key: 'rival', right: 'a' },
  ],
  picture: (scene) => picture(scene.t('metro.rules.alt'), drawRules(scene)),
  lesson({ key }, scene) {
    if (!isLesson(key)) throw new Error(`Metro has no lesson "${key}"`);
    return picture(scene.t(`metro.tutorial.${key}.alt`), drawLesson(scene, key));
  },
};
