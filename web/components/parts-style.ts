import address from '../styles/parts.css?url';

export function loadPartsStyle(): Promise<void> {
  style ??= new Promise<void>((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = address;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      style = undefined;
      reject(new Error('No stylesheet'));
    };
    document.head.append(link);
  });
  return style;
}

let style: Promise<void> | undefined;
