import { Skeleton, SkeletonText } from '#ui/skeleton.tsx'
import { Spinner } from '#ui/spinner.tsx'

import css from './cart-checkout.module.css'

/** The loading state of a cart and its checkout. */
export const CartSkeleton = () => (
  <div className={css.page} aria-busy>
    <section className={css.cart}>
      <h1>Cart</h1>
      <SkeletonText lines={3} width="60%" />
      {[0, 1, 2].map(index => (
        <Skeleton key={index} height={108} />
      ))}
    </section>
    <div className={css.loading}>
      <Spinner size={72} />
      <output>Loading Cart</output>
    </div>
  </div>
)
