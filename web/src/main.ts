// SPDX-License-Identifier: MIT
// Where the page begins.
import { mount } from 'svelte';
import App from './App.svelte';
import { startFocus } from './focus';
import { followInstall } from './install.svelte';
import { followLayout } from './layout.svelte';
import { startMotion } from './motion';
import { followVersion } from './renew';
import { startRouter } from './router.svelte';
import { arrive, socket } from './session.svelte';
import { followSettings } from './settings.svelte';
import { thing } from './shape';
import './style/fonts.css';
import './style/tokens.css';
import './style/base.css';
import './style/frame.css';

followVersion();
followSettings();
followInstall();
followLayout();
startRouter();
startMotion();
startFocus();
addEventListener('online', () => {
  arrive().catch(() => {});
  socket.hurry();
});
/* A line that is cut says nothing by itself; asked at once, it is missed after some seconds instead of half a minute. */
addEventListener('offline', () => socket.hurry());
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) socket.hurry();
});

for (const touch of ['pointerdown', 'keydown']) addEventListener(touch, () => socket.knock(), { capture: true, passive: true });

const target = document.getElementById('page');
if (target !== null) mount(App, { target });

/* With the worker the page opens without a network. What it needs to play there is fetched when there is nothing else to do, and not
   where somebody counts their bytes. */
async function keep(): Promise<void> {
  await navigator.serviceWorker.register('/sw.js');
  const { active } = await navigator.serviceWorker.ready;
  const connection: unknown = Reflect.get(navigator, 'connection'); // not every browser tells
  const saves = thing(connection) && connection['saveData'] === true;
  if (!saves) setTimeout(() => active?.postMessage('keep'), 3000);
}
if ('serviceWorker' in navigator && import.meta.env.PROD) addEventListener('load', () => void keep().catch(() => {}));
