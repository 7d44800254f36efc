import * as texts from '../../texts/pages/plan-table.ts';

/** Three columns fit a phone, because each row's name is above its cells. */
export function PlanTable() {
  return (
    <section aria-labelledby="plan-table" className="mt-10">
      <h2 id="plan-table" className="px-4 text-lg font-semibold tracking-tight">
        {texts.heading}
      </h2>
      <table
        aria-labelledby="plan-table"
        className="mt-3 w-full table-fixed rounded-card border border-line bg-surface text-sm card-shadow sm:text-base"
      >
        <thead>
          <tr>
            {texts.columns.map((column, index) => (
              <th
                key={column}
                scope="col"
                className={`px-3 pt-4 text-start font-semibold sm:px-6 ${index === 2 ? 'text-accent' : ''}`}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        {texts.rows.map(({ name, cells }) => (
          <tbody key={name} className="border-b border-line last:border-0">
            <tr>
              <th
                scope="rowgroup"
                colSpan={3}
                className="px-3 pt-4 text-start text-sm font-normal text-muted sm:px-6"
              >
                {name}
              </th>
            </tr>
            <tr>
              {texts.columns.map((column, index) => (
                <td key={column} className="px-3 pt-0.5 pb-4 align-top wrap-break-word sm:px-6">
                  {cells[index]}
                </td>
              ))}
            </tr>
          </tbody>
        ))}
      </table>
    </section>
  );
}
