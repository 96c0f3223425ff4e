import type { LicenseSchema } from '#licensing/contract.ts'
import { DURATION_TEXT } from '#licensing/duration-texts.ts'
import { formatCents } from '#platform/money.ts'

import css from './price-table.module.css'

const formatDollars = (cents: number) => formatCents(cents).replace(/\.00$/, '')

/** Prices of one clip by channel and client size, from the current price table. */
export const PriceTable = ({ schema: { distributions, end_client_sizes, prices } }: { schema: LicenseSchema }) => (
  <section className={css.frame} aria-label="Prices" tabIndex={0}>
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">One clip, HD, standard tier</th>
          {end_client_sizes.map(({ id, name, people }) => (
            <th key={id} scope="col">
              {name}
              <small>{people}</small>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {distributions.map(({ id, name, examples }) => (
          <tr key={id}>
            <th scope="row">
              {name}
              <small>{examples}</small>
            </th>
            {(prices.distributions[id] ?? []).map((cents, size) => (
              <td key={size} className="mono">
                {formatDollars(cents)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    <p className={css.note}>Multiple channels? Pay full price for the highest, half for the rest. {DURATION_TEXT}</p>
  </section>
)
