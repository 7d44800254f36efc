import { type CSSProperties, useEffect, useId, useState } from 'react';
import { Card } from '../components/card.tsx';
import { Button } from '../components/controls/button.tsx';
import { toasts } from '../components/toasts/toasts.ts';
import { copyFile } from './copy-file.ts';
import { type ConfigFile, partsOf, takeFile, takeInTurn } from './files.ts';

/** The files: one to be read, copied or taken along, or all of them at once. */
export function FilesCard({ files }: { files: readonly ConfigFile[] }) {
  const [path, setPath] = useState(files[0]?.path);
  const shown = files.find((file) => file.path === path);
  return (
    <Card title="Config Files" aside={<TakeAll files={files} />}>
      <div className="flex flex-wrap gap-4 *:min-w-0">
        <FileList files={files} path={path} onChoose={setPath} />
        {shown && <Viewer key={shown.path} file={shown} />}
      </div>
    </Card>
  );
}

/** Goes through all files. It stops where the page is left, or other files take the place of these. */
function TakeAll({ files }: { files: readonly ConfigFile[] }) {
  const [count, setCount] = useState(0);
  const [isTaking, setTaking] = useState(false);

  useEffect(() => {
    if (!isTaking) return;
    return takeInTurn(files, takeFile, (taken) => {
      setCount(taken);
      if (taken < files.length) return;
      setTaking(false);
      toasts.show({
        title: 'All Files Downloaded',
        description: `${files.length} files are among your downloads. The next steps say where each belongs.`,
        stay: 'long',
      });
    });
  }, [isTaking, files]);

  return (
    <>
      <Button isDisabled={isTaking} onClick={() => setTaking(true)} className="tabular">
        {isTaking ? `Downloading ${count} of ${files.length}…` : 'Download All Files'}
      </Button>
      <p role="status" className="sr-only">
        {isTaking && 'Downloading…'}
      </p>
    </>
  );
}

function FileList({ files, path, onChoose }: FileListProps) {
  const name = useId();
  return (
    <fieldset className="overflow-y-auto rounded-control border border-line p-2" style={list}>
      <legend className="sr-only">File to show</legend>
      {files.map((file) => {
        const { folder, name: fileName } = partsOf(file.path);
        const isChosen = file.path === path;
        return (
          <label
            key={file.path}
            data-state={isChosen ? 'checked' : 'unchecked'}
            className={`relative flex min-h-11 cursor-pointer flex-col justify-center rounded-control px-3 py-1.5 wrap-anywhere transition-colors ${
              isChosen ? 'bg-accent text-on-accent' : 'hover:bg-sunken'
            }`}
            style={isChosen ? chosen : undefined}
          >
            <input
              type="radio"
              name={name}
              checked={isChosen}
              onChange={() => onChoose(file.path)}
              className="absolute inset-0 size-full cursor-pointer appearance-none rounded-control focus-visible:outline-offset-0"
            />
            <span className="font-medium">{fileName}</span>
            <span className={`text-sm ${isChosen ? '' : 'text-muted'}`}>{folder}</span>
          </label>
        );
      })}
    </fieldset>
  );
}

interface FileListProps {
  files: readonly ConfigFile[];
  /** Of the one that is shown. */
  path: string | undefined;
  onChoose: (path: string) => void;
}

function Viewer({ file }: { file: ConfigFile }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col" style={viewer}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id={id} className="min-w-0 flex-1 basis-48 font-semibold wrap-anywhere">
          {file.path}
        </h3>
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => copyFile(file)}>Copy</Button>
          <Button onClick={() => takeFile(file)}>Download</Button>
        </div>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <div
        role="group"
        aria-label={`Text of ${file.path}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        tabIndex={0}
        className="mt-3 grow rounded-control bg-sunken p-4"
        style={scrolling}
      >
        {/* A browser that translates the page must not translate code. */}
        <pre translate="no" dir="ltr" style={monospace}>
          <code style={monospace}>{file.text}</code>
        </pre>
      </div>
    </section>
  );
}

/** Beside each other where both have room, on a phone the list above. */
const list: CSSProperties = { flex: '1 1 16rem', maxHeight: 'clamp(16rem, (100vw - 48rem) * 999, 36rem)' };
const viewer: CSSProperties = { flex: '3 1 26rem' };

/** Where the reader's own few colours take the place of the page's, it would look like the others. */
const chosen: CSSProperties = { forcedColorAdjust: 'none' };

const scrolling: CSSProperties = { overflow: 'auto', maxHeight: 'min(32rem, 75vh)' };

const monospace: CSSProperties = {
  fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  fontSize: '0.8125rem',
  lineHeight: 1.6,
};
