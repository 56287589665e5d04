export const walk = (): void => {};
