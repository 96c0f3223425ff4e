/** The clips under each license, with actions for the user’s own cart. */
import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'react-router'

import { AlreadyLicensed } from '#cart/already-licensed.tsx'
import type { Cart, CartItem, LicenseGroup } from '#cart/contract.ts'
import { ClipThumb } from '#catalog/clip-thumb.tsx'
import { clipPath, filmmakerPath } from '#catalog/paths.ts'
import { EDITORIAL_LABEL, isEditorialOnly } from '#licensing/closed-uses.ts'
import { Money } from '#ui/money.tsx'

import css from './license-list.module.css'

type LicenseListProps = {
  cart: Cart
  /** The actions of a license; absent for a cart prepared by sales. */
  actionsOf?: (group: LicenseGroup) => ReactNode
}

export const LicenseList = ({ cart, actionsOf }: LicenseListProps) => (
  <ol className={css.list}>
    {cart.licenses.map((group, index) => (
      <li key={group.id}>
        <section className={css.license} aria-labelledby={`license-${group.id}`}>
          <header className={css.head}>
            <h2 id={`license-${group.id}`}>License {index + 1}</h2>
            <dl className={css.facts}>
              <div>
                <dt>Distribution</dt>
                <dd>{group.distributions.map(({ name }) => name).join(', ')}</dd>
              </div>
              <div>
                <dt>Size</dt>
                <dd>{group.org_size}</dd>
              </div>
            </dl>
          </header>
          <ul className={css.clips}>
            {group.items.map(item => (
              <ClipLine key={item.id} item={item} />
            ))}
          </ul>
          {actionsOf && <div className={css.actions}>{actionsOf(group)}</div>}
        </section>
      </li>
    ))}
  </ol>
)

const ClipLine = ({ item }: { item: CartItem }) => {
  const { clip, filmmaker, format, price } = item
  return (
    <li className={css.clip}>
      <div className={css.picture} style={{ '--ratio': clip.width / clip.height } as CSSProperties}>
        <ClipThumb thumbs={clip.thumbnail} sizes="(width < 570px) 96px, 132px" />
      </div>
      <div className={css.words}>
        {/* Opens in a new tab, so that the buyer stays in the checkout. */}
        <Link to={clipPath(clip)} target="_blank" className={css.name}>
          {clip.name}
        </Link>
        <Link to={filmmakerPath(filmmaker)} target="_blank" className={css.by}>
          {filmmaker.name}
        </Link>
        <span className={css.small}>
          <span className="mono">#{clip.id}</span> {format.name}
        </span>
        {isEditorialOnly(clip.releases) && <span className={css.small}>{EDITORIAL_LABEL}</span>}
        <AlreadyLicensed item={item} newTab />
      </div>
      <Money cents={price.unformatted} mono className={css.price} />
    </li>
  )
}
