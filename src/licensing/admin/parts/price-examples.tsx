/** The effect of a price version on typical licenses and on the open carts. */

import { Money } from '#ui/money.tsx'

import { choiceSentence, type LicenseChoice } from '../../choice.ts'
import { priceOf } from '../../price.ts'
import type { Prices } from '../../prices.ts'
import { tiers } from '../../terms.ts'
import type { PricesPreview } from '../contract.ts'

import adminPage from '#ui/admin/admin-page.module.css'
import page from '#ui/admin/detail-page.module.css'

const HD_FORMAT_ID = 3

const TYPICAL_LICENSES: readonly LicenseChoice[] = [
  { org_type: 'personal', end_client_size: 1, distribution_ids: [3] },
  { org_type: 'commercial', end_client_size: 2, distribution_ids: [3] },
  { org_type: 'commercial', end_client_size: 3, distribution_ids: [3, 5] },
  { org_type: 'nonprofit', end_client_size: 2, distribution_ids: [1, 3] },
  { org_type: 'commercial', end_client_size: 5, distribution_ids: [3, 5, 7] },
]

export const ClipExamples = ({ before, after }: { before: Prices; after: Prices }) => (
  <section aria-labelledby="clips">
    <h2 id="clips">One clip in HD</h2>
    <div className={adminPage.scroll}>
      <table className={adminPage.table}>
        <caption className="visually-hidden">Examples of clips</caption>
        <thead>
          <tr>
            <th scope="col">License</th>
            {tiers.map(tier => (
              <th key={tier} scope="col" data-number>
                {tier[0]?.toUpperCase()}
                {tier.slice(1)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {TYPICAL_LICENSES.map(choice => (
            <tr key={choiceSentence(choice)}>
              <td>{choiceSentence(choice)}</td>
              {tiers.map(tier => {
                const [was, is] = [before, after].map(
                  prices => priceOf({ choice, tier, format_id: HD_FORMAT_ID }, prices).cents,
                )
                return (
                  <td key={tier} data-number>
                    {was === is ? <Money cents={is ?? 0} /> : <PriceChange was={was ?? 0} is={is ?? 0} />}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </section>
)

const PriceChange = ({ was, is }: { was: number; is: number }) => (
  <>
    <span className={adminPage.soft}>
      <Money cents={was} /> →{' '}
    </span>
    <strong>
      <Money cents={is} />
    </strong>
  </>
)

export const CartChanges = ({ preview: { carts, changed, was, is, examples } }: { preview: PricesPreview }) => (
  <section aria-labelledby="carts">
    <h2 id="carts">Open carts</h2>
    <p className={page.none}>
      {changed === 0
        ? `None of ${carts} open carts would change.`
        : `${changed} of ${carts} open carts would change: together from ${was.formatted} to ${is.formatted}, before discounts and tax.`}
    </p>
    {examples.length > 0 && (
      <div className={adminPage.scroll}>
        <table className={adminPage.table}>
          <caption className="visually-hidden">Carts that change most</caption>
          <thead>
            <tr>
              <th scope="col">Workspace</th>
              <th scope="col">Clips</th>
              <th scope="col" data-number>
                New price
              </th>
            </tr>
          </thead>
          <tbody>
            {examples.map((cart, index) => (
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={index}>
                <td>{cart.workspace ?? 'A guest'}</td>
                <td data-label="Clips">{cart.clips.join(', ')}</td>
                <td data-label="New price" data-number>
                  <PriceChange was={cart.was.unformatted} is={cart.is.unformatted} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )}
  </section>
)
