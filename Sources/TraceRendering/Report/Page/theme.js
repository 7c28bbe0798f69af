// Light and dark: as the system says, or as the reader chose.
import { makeButton } from './dom.js';

const themes = ['auto', 'light', 'dark'];

/** Keeps the theme, and gives the button that changes it. */
export function createTheme(store) {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const button = makeButton('', () => {
    store.set({ theme: themes[(themes.indexOf(store.state.theme) + 1) % themes.length] });
  });

  function apply() {
    const { theme } = store.state;
    const isDark = theme === 'dark' || (theme !== 'light' && system.matches);
    document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
    button.textContent = `theme: ${themes.includes(theme) ? theme : 'auto'}`;
    document.dispatchEvent(new Event('themechange'));
  }
  system.addEventListener('change', apply);
  store.subscribe((state, changed) => {
    if (changed.includes('theme')) apply();
  });
  apply();
  return button;
}
