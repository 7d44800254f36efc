import address from '../parts.css?url';

/** Puts the stylesheet of the parts into the page, once; asks for it again after a failure. */
export function loadPartsStyle(): Promise<void> {
  style ??= new Promise<void>((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = address;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      style = undefined;
      reject(new Error('The stylesheet could not be loaded.'));
    };
    document.head.append(link);
  });
  return style;
}

let style: Promise<void> | undefined;
