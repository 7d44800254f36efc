import url from '../styles/full.css?url';

export function loadFullStylesheet(): Promise<void> {
  stylesheet ??= new Promise<void>((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = url;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      stylesheet = undefined;
      reject(new Error('The stylesheet failed to load.'));
    };
    document.head.append(link);
  });
  return stylesheet;
}

let stylesheet: Promise<void> | undefined;
