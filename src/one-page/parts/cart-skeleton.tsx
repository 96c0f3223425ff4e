import { Skeleton, SkeletonText } from '#ui/skeleton.tsx'
import { Spinner } from '#ui/spinner.tsx'

import css from './screen.module.css'

/** The place of a cart and its checkout until they are here. */
export const CartSkeleton = () => (
  <div className={css.page} aria-busy>
    <section className={css.cart}>
      <h1>Cart</h1>
      <SkeletonText lines={3} width="60%" />
      {[0, 1, 2].map(place => (
        <Skeleton key={place} height={108} />
      ))}
    </section>
    <div className={css.loading}>
      <Spinner size={72} />
      <output>Loading Cart</output>
    </div>
  </div>
)
