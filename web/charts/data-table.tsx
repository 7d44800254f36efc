import type { ReactNode } from 'react';
import { useFocusableScroll } from '../components/focusable-scroll.ts';
import { Icon } from '../components/icon.tsx';
import * as texts from '../texts/site.ts';

export function DataTable<Row>({ label, columns, rows, getKey, isBusy, hasMaxHeight }: DataTableProps<Row>) {
  const box = useFocusableScroll();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      ref={box}
      role="group"
      aria-label={label}
      className={`scroll-shadow relative -mx-2 overflow-auto rounded-lg ${hasMaxHeight ? 'max-h-80' : ''}`}
    >
      <table
        aria-label={label}
        aria-busy={isBusy}
        className={`w-full border-collapse text-sm transition-colors tabular ${isBusy ? 'opacity-60' : ''}`}
      >
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th
                key={column.label}
                scope="col"
                className={`border-b border-line px-2 pb-2 font-medium text-muted ${alignCell(column, index)}`}
              >
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={getKey(row)}>
              {columns.map((column, index) => {
                const Cell = index === 0 ? 'th' : 'td';
                return (
                  <Cell
                    key={column.label}
                    scope={index === 0 ? 'row' : undefined}
                    className={`border-b border-line px-2 py-3 font-normal ${alignCell(column, index)}`}
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

export function CollapsibleTable<Row>(props: Omit<DataTableProps<Row>, 'isBusy' | 'hasMaxHeight'>) {
  return (
    <details className="group min-w-0 open:w-full">
      <summary className="-mx-2 inline-flex min-h-11 list-none items-center gap-2 rounded-control px-2 text-sm font-medium text-muted hover:bg-sunken hover:text-ink">
        <span>{texts.showAsTable}</span>
        <span className="sr-only">{`: ${props.label}`}</span>
        <Icon name="chevron" className="size-5 shrink-0 transition-[rotate] group-open:[rotate:180deg]" />
      </summary>
      <div className="pt-2">
        <DataTable {...props} hasMaxHeight />
      </div>
    </details>
  );
}

interface DataTableProps<Row> {
  label: string;
  /** The first is the row header. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  getKey: (row: Row) => string;
  isBusy?: boolean;
  hasMaxHeight?: boolean;
}

export interface Column<Row> {
  label: string;
  cell: (row: Row) => ReactNode;
  isNumber?: boolean;
}

function alignCell({ isNumber }: { isNumber?: boolean }, index: number): string {
  return `${index > 0 ? 'whitespace-nowrap' : ''} ${isNumber ? 'text-end' : 'text-start'}`;
}
