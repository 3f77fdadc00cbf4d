// Where the page begins.
import { mount } from 'svelte';
import App from './App.svelte';
import { startMotion } from './motion';
import { startRouter } from './router.svelte';
import { socket } from './session.svelte';
import { followSettings } from './settings.svelte';
import './style/fonts.css';
import './style/tokens.css';
import './style/base.css';

followSettings();
startRouter();
startMotion();
addEventListener('online', () => socket.hurry());
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) socket.hurry();
});

const target = document.getElementById('page');
if (target !== null) mount(App, { target });

if ('serviceWorker' in navigator && import.meta.env.PROD)
  addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => {}));
