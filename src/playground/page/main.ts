import '@fontsource/inter/400.css';
import '@fontsource/inter/500.css';
import '@fontsource/inter/600.css';
import '@fontsource/inter/700.css';
import '@infolektuell/noto-color-emoji/index.css';
import './base.css';
import './layout.css';
import './message.css';
import './components.css';
import './media.css';
import './forms.css';
import { h, render } from 'preact';
import { App } from './app.tsx';

render(h(App, {}), document.getElementById('page')!);
