import type { CSSProperties } from 'react'
import { Link } from 'react-router'

import { ClipThumb } from '#catalog/clip-thumb.tsx'
import { hoverLoopProps } from '#catalog/hover-loop.ts'
import { clipPath, filmmakerPath } from '#catalog/paths.ts'
import { EDITORIAL_LABEL, isEditorialOnly } from '#licensing/closed-uses.ts'
import { codecName } from '#media/codec-name.ts'
import { Button } from '#ui/button.tsx'
import { Money } from '#ui/money.tsx'

import { AlreadyLicensed } from '../already-licensed.tsx'
import type { CartItem } from '../contract.ts'

import css from './clip-row.module.css'

/** Read-only without `onEdit` and `onRemove`. */
type ClipRowProps = { item: CartItem; onEdit?: (() => void) | undefined; onRemove?: (() => void) | undefined }

/** A clip of a license with its details and price. */
export const ClipRow = ({ item, onEdit, onRemove }: ClipRowProps) => {
  const { clip, filmmaker, format, price, list_price } = item
  return (
    <li className={css.row}>
      <Link
        to={clipPath(clip)}
        className={css.picture}
        tabIndex={-1}
        style={{ '--ratio': clip.width / clip.height } as CSSProperties}
        aria-hidden
        {...hoverLoopProps(clip.hover ?? undefined)}
      >
        <ClipThumb thumbs={clip.thumbnail} sizes="(width < 570px) 112px, 200px" />
      </Link>
      <div className={css.words}>
        <h3 className={css.name}>
          <Link to={clipPath(clip)}>{clip.name}</Link>
        </h3>
        <p className={css.by}>
          <Link to={filmmakerPath(filmmaker)}>{filmmaker.name}</Link>
        </p>
        <p className={css.facts}>
          <span className="mono">#{clip.id}</span>
          <span>{format.name}</span>
          <span>{item.resolution}</span>
          <span>{codecName(item.codec)}</span>
        </p>
        {isEditorialOnly(clip.releases) && <p className={css.by}>{EDITORIAL_LABEL}</p>}
        <AlreadyLicensed item={item} />
      </div>
      <p className={css.price}>
        <Money cents={price.unformatted} {...(list_price && { was_cents: list_price.unformatted })} mono />
      </p>
      <div className={css.actions}>
        {onEdit && (
          <Button kind="quiet" size="sm" onClick={onEdit} aria-label={`Edit ${clip.name}`}>
            Edit
          </Button>
        )}
        {onRemove && (
          <Button kind="quiet" size="sm" onClick={onRemove} aria-label={`Remove ${clip.name}`}>
            Remove
          </Button>
        )}
      </div>
    </li>
  )
}
