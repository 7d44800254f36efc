import { useEffect, useId, useState } from 'react';
import { Card } from '../components/card.tsx';
import { Button } from '../components/controls/button.tsx';
import { copyText } from '../components/toasts/copy-text.ts';
import { toasts } from '../components/toasts/toasts.ts';
import * as texts from '../texts/pages/android.tsx';
import { type ConfigFile, downloadFile, downloadOneByOne, splitPath } from './files.ts';

export function FilesCard({ files }: { files: readonly ConfigFile[] }) {
  const [path, setPath] = useState(files[0]?.path);
  const shown = files.find((file) => file.path === path);
  return (
    <Card title={texts.configFiles}>
      <div className="flex flex-wrap gap-4 *:min-w-0">
        <div className="flex flex-[1_1_16rem] flex-col gap-3">
          <DownloadAll files={files} />
          <FileList files={files} path={path} onChoose={setPath} />
        </div>
        {shown && <Viewer key={shown.path} file={shown} />}
      </div>
    </Card>
  );
}

/** At the top of the card, where no toast covers it. */
function DownloadAll({ files }: { files: readonly ConfigFile[] }) {
  const [count, setCount] = useState(0);
  const [isDownloading, setDownloading] = useState(false);

  useEffect(() => {
    if (!isDownloading) return;
    return downloadOneByOne(files, (done) => {
      setCount(done);
      if (done < files.length) return;
      setDownloading(false);
      toasts.show({
        title: texts.downloadedTitle,
        description: texts.downloaded(files.length),
        duration: 'long',
      });
    });
  }, [isDownloading, files]);

  return (
    <>
      <Button isDisabled={isDownloading} onClick={() => setDownloading(true)} className="tabular">
        {isDownloading ? texts.downloadProgress(count, files.length) : texts.downloadAll}
      </Button>
      <p role="status" className="sr-only">
        {isDownloading && texts.downloading}
      </p>
    </>
  );
}

function FileList({ files, path, onChoose }: FileListProps) {
  const name = useId();
  return (
    <fieldset className="max-h-[clamp(16rem,(100vw_-_48rem)_*_999,36rem)] overflow-y-auto rounded-control border border-line p-2">
      <legend className="sr-only">{texts.fileToShow}</legend>
      {files.map((file) => {
        const { folder, name: fileName } = splitPath(file.path);
        const isChosen = file.path === path;
        return (
          <label
            key={file.path}
            data-state={isChosen ? 'checked' : 'unchecked'}
            className={`relative flex min-h-11 cursor-pointer flex-col justify-center rounded-control px-3 py-1.5 wrap-anywhere transition-colors ${
              isChosen ? 'bg-accent-soft text-accent forced-color-adjust-none' : 'hover:bg-sunken'
            }`}
          >
            <input
              type="radio"
              name={name}
              checked={isChosen}
              onChange={() => onChoose(file.path)}
              className="absolute inset-0 size-full cursor-pointer appearance-none rounded-control focus-visible:outline-offset-0"
            />
            <span translate="no" className="font-medium">
              {fileName}
            </span>
            <span translate="no" className={`text-sm ${isChosen ? '' : 'text-muted'}`}>
              {folder}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

interface FileListProps {
  files: readonly ConfigFile[];
  path: string | undefined;
  onChoose: (path: string) => void;
}

function Viewer({ file }: { file: ConfigFile }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-[3_1_26rem] flex-col">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id={id} translate="no" className="min-w-0 flex-1 basis-48 font-semibold wrap-anywhere">
          {file.path}
        </h3>
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => copyText(file.text, texts.fileCopied(file.path))}>{texts.copy}</Button>
          <Button onClick={() => downloadFile(file)}>{texts.download}</Button>
        </div>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <div
        role="group"
        aria-label={texts.contentsOf(file.path)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        tabIndex={0}
        className="mt-3 max-h-[min(32rem,75vh)] grow overflow-auto rounded-control bg-sunken p-4"
      >
        {/* Browsers must not translate code. */}
        <pre translate="no" dir="ltr" className={monospace}>
          <code className={monospace}>{file.text}</code>
        </pre>
      </div>
    </section>
  );
}

const monospace = 'font-mono text-[0.8125rem] leading-[1.6]';
