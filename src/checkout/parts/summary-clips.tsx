import type { Cart, LicenseGroup } from '#cart/contract.ts'
/** What is bought, in the order summary: a still, name and price of each clip under the sentence of its license. */
import { ClipThumb } from '#catalog/clip-thumb.tsx'
import { Money } from '#ui/money.tsx'

import css from './summary-clips.module.css'

/** The cart lists all of them. */
const MAX_CLIPS = 6

/** Keeps the first clips, in order, and drops licenses without any. */
const takeClips = (licenses: readonly LicenseGroup[]) => {
  let left = MAX_CLIPS
  return licenses.flatMap(license => {
    const items = license.items.slice(0, left)
    left -= items.length
    return items.length > 0 ? [{ ...license, items }] : []
  })
}

export const SummaryClips = ({ licenses }: Pick<Cart, 'licenses'>) => {
  const count = licenses.reduce((sum, { items }) => sum + items.length, 0)
  return (
    <div className={css.licenses}>
      {takeClips(licenses).map(({ id, sentence, items }) => (
        <section key={id} className={css.license}>
          <p className={css.sentence}>{sentence}</p>
          <ul className={css.clips}>
            {items.map(item => (
              <li key={item.id} className={css.clip}>
                <ClipThumb thumbs={item.clip.thumbnail} sizes="64px" className={css.picture} />
                <span className={css.name}>
                  {item.clip.name}
                  <small>{item.format.name}</small>
                </span>
                <Money cents={item.price.unformatted} mono />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {count > MAX_CLIPS && <p className={css.sentence}>And {count - MAX_CLIPS} more</p>}
    </div>
  )
}
