export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const kept = 'patchbay-theme';

export function readTheme(): Theme {
  const theme = localStorage.getItem(kept);
  return themes.find((one) => one === theme) ?? 'system';
}

export function setTheme(theme: Theme): void {
  localStorage.setItem(kept, theme);
  applyTheme(theme);
}

export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}
