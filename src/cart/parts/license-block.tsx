import { lazy, Suspense, useState } from 'react'

import type { RateSummary } from '#rates/contract.ts'
import { Button } from '#ui/button.tsx'

import type { CartItem, LicenseGroup } from '../contract.ts'
import { ClipRow } from './clip-row.tsx'

import css from './license-block.module.css'

const RateDetails = lazy(() => import('#rates/rate-details.tsx').then(module => ({ default: module.RateDetails })))

/** The button that opens the details of a license group's rate. */
const GroupRate = ({ rate }: { rate: RateSummary }) => {
  const [wasOpened, setWasOpened] = useState(false)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        kind="quiet"
        size="sm"
        aria-label={`Rate details of ${rate.name}`}
        onClick={() => {
          setWasOpened(true)
          setOpen(true)
        }}
      >
        Rate details
      </Button>
      <Suspense>{wasOpened && <RateDetails open={isOpen} onClose={() => setOpen(false)} rate={rate} />}</Suspense>
    </>
  )
}

type LicenseBlockProps = {
  /** "License n" */
  number: number
  group: LicenseGroup
  /** Read-only without these callbacks. */
  onEdit?: (item: CartItem) => void
  /** Changes the license of all its clips at once. */
  onEditAll?: (() => void) | undefined
  onRemove?: (item: CartItem) => void
  onRemoveAll?: () => void
}

/** The clips under one license. */
export const LicenseBlock = ({ number, group, onEdit, onEditAll, onRemove, onRemoveAll }: LicenseBlockProps) => (
  <section className={css.block} aria-labelledby={`license-${group.id}`}>
    <header className={css.head}>
      <h2 id={`license-${group.id}`}>
        License {number}
        {group.preferred_rate && <span className={css.rate}>{group.preferred_rate.name}</span>}
      </h2>
      <div className={css.actions}>
        {group.preferred_rate && <GroupRate rate={group.preferred_rate} />}
        {onEditAll && (
          <Button kind="quiet" size="sm" onClick={onEditAll}>
            Edit License
          </Button>
        )}
        {onRemoveAll && (
          <Button kind="quiet" size="sm" onClick={onRemoveAll}>
            Remove License
          </Button>
        )}
      </div>
      <p className={css.sentence}>{group.sentence}.</p>
    </header>
    <ul className={css.clips}>
      {group.items.map(item => (
        <ClipRow
          key={item.id}
          item={item}
          onEdit={onEdit && (() => onEdit(item))}
          onRemove={onRemove && (() => onRemove(item))}
        />
      ))}
    </ul>
  </section>
)
