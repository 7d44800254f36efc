import type { ReactNode } from 'react';
import { useFocusableScroll } from '../components/focusable-scroll.ts';
import { Icon } from '../components/icon.tsx';
import * as texts from '../texts/site.ts';

/** Its roles are written out: some browsers forget those of rows and cells that are shown as blocks. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, getKey, isBusy, hasMaxHeight, isWide } = props;
  const box = useFocusableScroll();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      ref={box}
      role="group"
      aria-label={label}
      className={`scroll-shadow relative overflow-auto ${hasMaxHeight ? 'max-h-80' : ''} ${isWide ? '@container' : ''}`}
    >
      <table
        role="table"
        aria-label={label}
        aria-busy={isBusy}
        className={`w-full border-collapse text-sm transition-colors tabular ${isBusy ? 'opacity-60' : ''}`}
      >
        <thead role="rowgroup" className={isWide ? '@max-[34rem]:hidden' : undefined}>
          <tr role="row">
            {columns.map((column, index) => (
              <th
                key={column.label}
                scope="col"
                role="columnheader"
                className={`px-2 pb-2 font-medium text-muted first:ps-0 last:pe-0 ${alignCell(column, index)}`}
              >
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr
              key={getKey(row)}
              role="row"
              className={`border-t border-line ${isWide ? '@max-[34rem]:block @max-[34rem]:py-2' : ''}`}
            >
              {columns.map((column, index) => (
                <DataCell key={column.label} column={column} index={index} isWide={isWide}>
                  {column.cell(row)}
                </DataCell>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function DataCell({ column, index, isWide, children }: DataCellProps) {
  const classes = `px-2 py-3 font-normal first:ps-0 last:pe-0 ${alignCell(column, index)}`;
  if (index === 0) {
    return (
      <th
        scope="row"
        role="rowheader"
        className={`${classes} ${isWide ? '@max-[34rem]:block @max-[34rem]:py-1' : ''}`}
      >
        {children}
      </th>
    );
  }
  if (!isWide) return <td className={classes}>{children}</td>;
  return (
    <td
      role="cell"
      className={`${classes} @max-[34rem]:flex @max-[34rem]:justify-between @max-[34rem]:gap-3 @max-[34rem]:px-0 @max-[34rem]:py-1`}
    >
      <span className="text-muted @[34rem]:hidden">{column.label}</span>
      <span>{children}</span>
    </td>
  );
}

interface DataCellProps {
  column: { label: string; isNumber?: boolean };
  index: number;
  isWide: boolean | undefined;
  children: ReactNode;
}

export function CollapsibleTable<Row>(
  props: Omit<DataTableProps<Row>, 'isBusy' | 'hasMaxHeight' | 'isWide'>,
) {
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
  /** On a phone its rows are lists: each label beside its value. */
  isWide?: boolean;
}

export interface Column<Row> {
  label: string;
  cell: (row: Row) => ReactNode;
  isNumber?: boolean;
}

function alignCell({ isNumber }: { isNumber?: boolean }, index: number): string {
  return `${index > 0 ? 'whitespace-nowrap' : ''} ${isNumber ? 'text-end' : 'text-start'}`;
}
