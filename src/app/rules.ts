import type { App } from './context.ts';
import type { Id } from './ids.ts';
import type { Origin, PressRequest, Reply } from './request.ts';

export async function rules(_app: App, press: PressRequest, _id: Id): Promise<Reply> {
  return rulesFor(press, 'metrox');
}
export async function rulesFor(_origin: Origin, _game: string): Promise<Reply> {
  return {};
}
export async function tutorial(_app: App, _press: PressRequest, _id: Id): Promise<Reply> {
  return {};
}
