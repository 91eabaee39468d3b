export interface Built {
  readonly file: string;
  readonly text?: string;
}

export function standing(): Built | undefined;
export function make(programs: Readonly<Record<string, string>>): Promise<Built>;
export function given<T>(made: { exports: T }): readonly unknown[];
export function locator(file: string): (text: string) => string;
