// SPDX-License-Identifier: MIT
// What a person has chosen for this browser: language, digits, theme and so on. Kept in localStorage.
import { keysOf, thing } from './shape';

export type Language = 'en' | 'fa';

export type Settings = {
  language: Language;
  digits: 'language' | 'latin' | 'persian';
  theme: 'system' | 'light' | 'dark';
  motion: 'system' | 'on' | 'off';
  pace: 'slow' | 'normal' | 'quick' | 'none'; // at which what the others do is shown
  sound: boolean;
  confirm: boolean; // ask before a move is sent
  letters: boolean; // a letter on everything that a colour tells
};

const KEY = 'takht.settings';

const ALLOWED: { [K in keyof Settings]: readonly Settings[K][] } = {
  language: ['en', 'fa'],
  digits: ['language', 'latin', 'persian'],
  theme: ['system', 'light', 'dark'],
  motion: ['system', 'on', 'off'],
  pace: ['slow', 'normal', 'quick', 'none'],
  sound: [false, true],
  confirm: [false, true],
  letters: [false, true],
};

/* Persian for whoever prefers it anywhere in the list before English; English for everybody else. */
export function languageOf(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const language = tag.toLowerCase().split('-')[0];
    if (language === 'fa' || language === 'en') return language;
  }
  return 'en';
}

function standard(): Settings {
  return {
    language: languageOf(navigator.languages),
    digits: 'language',
    theme: 'system',
    motion: 'system',
    pace: 'normal',
    sound: false,
    confirm: false,
    letters: false,
  };
}

/* Only known values of known settings are taken over: what lies in the browser may be old or foreign. */
export function readSettings(text: string | null, base: Settings): Settings {
  const settings = { ...base };
  let kept: unknown = null;
  try {
    kept = JSON.parse(text ?? 'null');
  } catch {
    return settings;
  }
  if (!thing(kept)) return settings;
  const found: Readonly<Record<string, unknown>> = kept;
  const take = <K extends keyof Settings>(name: K) => {
    const value = found[name];
    const known = ALLOWED[name].find((allowed) => allowed === value);
    if (known !== undefined) settings[name] = known;
  };
  keysOf(ALLOWED).forEach(take);
  return settings;
}

function load(): Settings {
  try {
    return readSettings(localStorage.getItem(KEY), standard());
  } catch {
    return standard(); // a browser that keeps nothing
  }
}

export const settings: Settings = $state(load());

export const direction = (): 'ltr' | 'rtl' => (settings.language === 'fa' ? 'rtl' : 'ltr');

const calm = matchMedia('(prefers-reduced-motion: reduce)');
const dark = matchMedia('(prefers-color-scheme: dark)');
const system = $state({ dark: dark.matches });
dark.addEventListener('change', () => (system.dark = dark.matches));

export function theme(): 'light' | 'dark' {
  return settings.theme === 'system' ? (system.dark ? 'dark' : 'light') : settings.theme;
}

/* May things move? The person's word goes before the system's. */
export function moves(): boolean {
  return settings.motion === 'on' || (settings.motion === 'system' && !calm.matches);
}

/* Keeps what is chosen, and shows it on the page: to be called once. */
export function followSettings(): void {
  $effect.root(() => {
    $effect(() => {
      const text = JSON.stringify(settings);
      try {
        localStorage.setItem(KEY, text);
      } catch {
        // then it lasts as long as the page
      }
    });
    $effect(() => {
      const root = document.documentElement;
      root.lang = settings.language;
      root.dir = direction();
      root.dataset['theme'] = theme();
      root.dataset['motion'] = settings.motion;
      root.toggleAttribute('data-letters', settings.letters);
    });
  });
}
