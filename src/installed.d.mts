export const ROOT: string;
export function sentenceOf(error: unknown): string | undefined;
export function missingPackage(): string | undefined;
