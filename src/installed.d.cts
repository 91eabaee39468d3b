export const ROOT: string;
export const PROGRAMS: Readonly<Record<string, string>>;
export const BUILT: Readonly<Record<string, string>>;
export function sentenceOf(error: unknown): string | undefined;
export function missingPackage(built: boolean, name: string): string | undefined;
