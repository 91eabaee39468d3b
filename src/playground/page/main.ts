import './base.css';
import './layout.css';
import './message.css';
import './components.css';
import './media.css';
import './forms.css';
import { h, render } from 'preact';
import { App } from './app.tsx';

render(h(App, {}), document.getElementById('page')!);
