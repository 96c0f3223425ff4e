/** The older cart page, shown without the `cart-redesign` flag: one list, each clip with its format. */
import { ShoppingBag, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState, type CSSProperties } from 'react'
import { Link } from 'react-router'

import { ClipThumb } from '#catalog/clip-thumb.tsx'
import { clipPath, filmmakerPath } from '#catalog/paths.ts'
import { EDITORIAL_LABEL, isEditorialOnly } from '#licensing/closed-uses.ts'
import { formats } from '#licensing/terms.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Money } from '#ui/money.tsx'
import { SelectField } from '#ui/select.tsx'
import { PURCHASING_REFUSAL } from '#workspaces/policy.ts'

import { AlreadyLicensed } from '../already-licensed.tsx'
import { CART_LOCKED_TEXT } from '../cart-texts.ts'
import { ClearCart } from '../clear-cart.tsx'
import type { Cart, CartItem, LicenseGroup } from '../contract.ts'
import { RequestPurchase } from '../requests/parts/request-purchase.tsx'
import { toChoice, useChangeItem, useRemoveItems } from '../use-item-changes.ts'
import { CartNotices } from './cart-notices.tsx'

import css from './older-cart.module.css'

const LicenseDialog = lazy(() => import('../license-dialog.tsx').then(module => ({ default: module.LicenseDialog })))

type OlderCartRow = { item: CartItem; group: LicenseGroup }

export const OlderCart = ({ cart }: { cart: Cart }) => {
  const change = useChangeItem()
  const remove = useRemoveItems()
  const [edited, setEdited] = useState<OlderCartRow>()
  const [isEditing, setEditing] = useState(false)
  const rows = cart.licenses.flatMap(group => group.items.map(item => ({ item, group })))
  const isOpen = cart.state === 'open'
  return (
    <div className={css.page}>
      <header className={css.head}>
        <h1>Cart</h1>
        {rows.length > 0 && isOpen && <ClearCart />}
      </header>
      <CartNotices cart={cart} />
      {!isOpen && (
        <Banner
          title={CART_LOCKED_TEXT}
          action={
            <ButtonLink to="/checkout" reloadDocument size="sm">
              View payment
            </ButtonLink>
          }
        />
      )}
      {rows.length === 0 ? (
        <EmptyState
          icon={ShoppingBag}
          title="Your cart is empty"
          action={
            <ButtonLink to="/clips" kind="primary" size="lg">
              Continue Browsing
            </ButtonLink>
          }
        />
      ) : (
        <ul className={css.list}>
          {rows.map(({ item, group }) => (
            <OlderRow
              key={item.id}
              item={item}
              group={group}
              disabled={!isOpen || change.isPending}
              onFormat={format_id => change.mutate({ item_id: item.id, choice: toChoice(group, format_id) })}
              onLicense={() => {
                setEdited({ item, group })
                setEditing(true)
              }}
              onRemove={() => remove([item.id])}
            />
          ))}
        </ul>
      )}
      <footer className={css.foot}>
        <p className={css.total}>
          Total: <Money cents={cart.total.unformatted} />
        </p>
        {rows.length > 0 && isOpen && <CheckoutStep cart={cart} />}
      </footer>
      <Suspense>
        {edited && (
          <LicenseDialog
            open={isEditing}
            onClose={() => setEditing(false)}
            clip={{ ...edited.item.clip, clip_ids: [edited.item.clip_id] }}
            initial={toChoice(edited.group, edited.item.format.id)}
            confirm="Save"
            busy={change.isPending && 'Saving…'}
            onConfirm={choice =>
              change.mutate({ item_id: edited.item.id, choice }, { onSuccess: () => setEditing(false) })
            }
          />
        )}
      </Suspense>
    </div>
  )
}

/** The link to the one-page checkout, for guests too. Users who may not purchase send a request instead. */
const CheckoutStep = ({ cart }: { cart: Cart }) =>
  cart.can_purchase ? (
    // The payment page has its own content security policy, so it needs a full page load.
    <ButtonLink to="/cart/checkout" reloadDocument kind="primary" size="xl">
      Proceed to Checkout
    </ButtonLink>
  ) : (
    <div className={css.ask}>
      <Banner>{PURCHASING_REFUSAL}</Banner>
      <RequestPurchase />
    </div>
  )

type OlderRowProps = OlderCartRow & {
  disabled: boolean
  onFormat: (format_id: number) => void
  onLicense: () => void
  onRemove: () => void
}

const OlderRow = ({ item, group, disabled, onFormat, onLicense, onRemove }: OlderRowProps) => {
  const { clip, filmmaker, format, price } = item
  return (
    <li className={css.row}>
      <Link
        to={clipPath(clip)}
        className={css.picture}
        tabIndex={-1}
        style={{ '--ratio': clip.width / clip.height } as CSSProperties}
        aria-hidden
      >
        <ClipThumb thumbs={clip.thumbnail} sizes="(width < 570px) 96px, 132px" />
      </Link>
      <div className={css.words}>
        <h2 className={css.name}>
          <Link to={clipPath(clip)}>{clip.name}</Link>
        </h2>
        <p className={css.soft}>
          <span className="mono">#{clip.id}</span> by <Link to={filmmakerPath(filmmaker)}>{filmmaker.name}</Link>
        </p>
        <p className={css.soft}>{group.sentence}</p>
        {isEditorialOnly(clip.releases) && <p className={css.soft}>{EDITORIAL_LABEL}</p>}
        <AlreadyLicensed item={item} />
        <Button
          kind="quiet"
          size="sm"
          className={css.edit}
          disabled={disabled}
          onClick={onLicense}
          aria-label={`Edit license of ${clip.name}`}
        >
          Edit license
        </Button>
      </div>
      <div className={css.format}>
        <SelectField
          dense
          label={`Format of ${clip.name}`}
          labelHidden
          value={format.id}
          disabled={disabled}
          onChange={event => onFormat(Number(event.target.value))}
        >
          {formats
            .filter(({ id }) => clip.format_ids.includes(id))
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
        </SelectField>
      </div>
      <p className={css.price}>
        <Money cents={price.unformatted} mono />
      </p>
      <IconButton icon={Trash2} label={`Remove ${clip.name}`} disabled={disabled} onClick={onRemove} />
    </li>
  )
}
