import * as texts from '../../texts/pages/plan-table.ts';

/**
 * A row for each difference. Where four columns have no room, each row is a heading and a line for each plan. Its roles
 * are written out: some browsers forget those of rows and cells that are shown as blocks.
 */
export function PlanTable() {
  return (
    <section aria-labelledby="plan-table" className="@container mt-10">
      <h2 id="plan-table" className="text-lg font-semibold tracking-tight">
        {texts.heading}
      </h2>
      <table
        role="table"
        aria-labelledby="plan-table"
        className="mt-3 w-full border-collapse text-start @max-[44rem]:block @max-[44rem]:*:block"
      >
        <Heads />
        <tbody role="rowgroup">
          {texts.rows.map(({ name, cells }) => (
            <tr
              key={name}
              role="row"
              className="border-t border-line align-baseline @max-[44rem]:block @max-[44rem]:py-3"
            >
              <th
                scope="row"
                role="rowheader"
                className="py-3 pe-4 text-start font-medium @max-[44rem]:block @max-[44rem]:py-0 @max-[44rem]:pb-1"
              >
                {name}
              </th>
              {mergeCells(cells).map(({ column, text, span }) => (
                <td
                  key={column}
                  role="cell"
                  colSpan={span}
                  className="py-3 pe-4 @max-[44rem]:flex @max-[44rem]:flex-wrap @max-[44rem]:gap-x-3 @max-[44rem]:py-0.5 @max-[44rem]:pe-0"
                >
                  <span
                    className={`basis-24 ${span === 1 ? '@[44rem]:hidden' : '@[44rem]:me-3'} ${column === premium ? 'font-medium text-accent' : 'text-muted'}`}
                  >
                    {column}
                  </span>
                  <span className="flex-1 basis-40">{text}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Heads() {
  return (
    <thead role="rowgroup" className="@max-[44rem]:hidden!">
      <tr role="row">
        <td role="cell" />
        {texts.columns.map((column) => (
          <th
            key={column}
            scope="col"
            role="columnheader"
            className={`w-1/4 pe-4 pb-3 text-start font-semibold ${column === premium ? 'text-accent' : ''}`}
          >
            {column}
          </th>
        ))}
      </tr>
    </thead>
  );
}

const premium = texts.columns[2];

/** What is the same in all plans is said once. */
function mergeCells(cells: readonly string[]) {
  if (new Set(cells).size === 1)
    return [{ column: texts.allPlans, text: cells[0], span: texts.columns.length }];
  return texts.columns.map((column, index) => ({ column, text: cells[index], span: 1 }));
}
