import { Link } from 'react-router'

import { ClipThumb } from '#catalog/clip-thumb.tsx'
import { clipPath } from '#catalog/paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Money } from '#ui/money.tsx'

import type { Cart } from '../contract.ts'

import css from './cart-peek.module.css'

/** What is in the cart, under its icon. */
export const CartPeek = ({ cart, onLeave }: { cart: Cart; onLeave: () => void }) => (
  <section className={css.panel} aria-label="Your cart">
    <ul className={css.list}>
      {cart.cart_items.data.map(({ id, clip, filmmaker, price }) => (
        <li key={id}>
          <Link to={clipPath(clip)} className={css.row} onClick={onLeave}>
            <span className={css.picture}>
              <ClipThumb thumbs={clip.thumbnail} sizes="80px" />
            </span>
            <span className={css.words}>
              <span className={css.name}>{clip.name}</span>
              <span className={css.by}>{filmmaker.name}</span>
            </span>
            <Money cents={price.unformatted} mono className={css.price} />
          </Link>
        </li>
      ))}
    </ul>
    <div className={css.foot}>
      <span>
        <span className={css.label}>Estimated Total</span> <Money cents={cart.total.unformatted} mono />
      </span>
      <ButtonLink to="/cart" kind="primary" onClick={onLeave}>
        Checkout
      </ButtonLink>
    </div>
  </section>
)
