export const CONFIG = 78;
