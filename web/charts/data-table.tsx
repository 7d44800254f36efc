import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react';
import { Icon } from '../components/icon.tsx';

/** Rows under headings. Where they are wider than their place, they scroll within it. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  isBusy = false,
  isLow = false,
}: DataTableProps<Row>) {
  const box = useScrollStop();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      ref={box}
      role="group"
      aria-label={label}
      className="relative -mx-2 rounded-lg"
      style={{ ...scrolling, ...(isLow && { maxHeight: '20rem' }) }}
    >
      <table
        aria-label={label}
        aria-busy={isBusy}
        className={`w-full text-left text-sm transition-colors tabular ${isBusy ? 'opacity-60' : ''}`}
        style={{ borderCollapse: 'collapse' }}
      >
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th
                key={column.label}
                scope="col"
                className="border-b border-line px-2 pb-2 font-medium text-muted"
                style={lineOf(column, index)}
              >
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column, index) => {
                const Cell = index === 0 ? 'th' : 'td';
                return (
                  <Cell
                    key={column.label}
                    {...(index === 0 && { scope: 'row' })}
                    className="border-b border-line px-2 py-3"
                    style={{ ...lineOf(column, index), fontWeight: 'inherit' }}
                  >
                    {column.cell(row)}
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The same numbers as a picture beside it, for who would rather read them. */
export function FoldedTable<Row>(props: Omit<DataTableProps<Row>, 'isBusy' | 'isLow'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className={`group min-w-0 ${isOpen ? 'w-full' : ''}`}
    >
      <summary className="-mx-2 inline-flex min-h-11 list-none items-center gap-2 rounded-control px-2 text-sm font-medium text-muted hover:bg-sunken hover:text-ink">
        Show as table<span className="sr-only">: {props.label}</span>
        <Icon name="chevron" className="size-5 shrink-0 transition-[rotate] group-open:[rotate:180deg]" />
      </summary>
      <div className="pt-2">
        <DataTable {...props} isLow />
      </div>
    </details>
  );
}

interface DataTableProps<Row> {
  /** What it holds. */
  label: string;
  /** The first one names the row. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Other rows are on their way. */
  isBusy?: boolean;
  /** It scrolls downwards as well, instead of making the page long. */
  isLow?: boolean;
}

export interface Column<Row> {
  label: string;
  cell: (row: Row) => ReactNode;
  isNumber?: boolean;
}

/** Only what names a row may take more than one line. */
function lineOf({ isNumber }: { isNumber?: boolean }, index: number): CSSProperties {
  return { ...(index > 0 && { whiteSpace: 'nowrap' }), ...(isNumber && { textAlign: 'right' }) };
}

/** A shadow at the edge behind which there is more: the covers move along with the rows, the shadows do not. */
const scrolling: CSSProperties = {
  overflow: 'auto',
  background: [
    'linear-gradient(to right, var(--color-surface) 50%, transparent) left / 2.5rem 100% no-repeat local',
    'linear-gradient(to left, var(--color-surface) 50%, transparent) right / 2.5rem 100% no-repeat local',
    'linear-gradient(to right, var(--color-line), transparent) left / 0.75rem 100% no-repeat scroll',
    'linear-gradient(to left, var(--color-line), transparent) right / 0.75rem 100% no-repeat scroll',
  ].join(),
};

/** A box that scrolls is a stop for the keyboard, and no other is. */
function useScrollStop() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
      if (scrollWidth > clientWidth || scrollHeight > clientHeight) element.tabIndex = 0;
      else element.removeAttribute('tabindex');
    });
    for (const watched of [element, ...element.children]) observer.observe(watched);
    return () => observer.disconnect();
  }, []);
  return box;
}
