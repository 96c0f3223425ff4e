/** The "Select a License" dialog: use, end client and format, with the price at every step. Load it lazily. */
import { lazy, Suspense, useState, type ReactNode } from 'react'

import { trackEvent } from '#platform/analytics/data-layer.ts'
import { useCall } from '#platform/http/query.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Money } from '#ui/money.tsx'
import { Spinner } from '#ui/spinner.tsx'

import { defaultChoice, withAvailableFormat, type ChoiceWithFormat } from './choice.ts'
import { calculateClipsPrice, type PricedClip } from './clips-price.ts'
import { getClosedRefusal, getEditorialNote, type ReleasedClip } from './closed-uses.ts'
import { getLicenseSchema } from './contract.ts'
import { ClipsPrice } from './parts/clips-price.tsx'
import { LicenseFields } from './parts/license-fields.tsx'
import { LicensePrice } from './parts/license-price.tsx'
import type { PaidAmount } from './price-breakdown.tsx'
import type { Tier } from './terms.ts'

import css from './select-license-dialog.module.css'

const CustomLicenseDialog = lazy(() =>
  import('./parts/custom-license-dialog.tsx').then(module => ({ default: module.CustomLicenseDialog })),
)

/** The clip to license: determines the price and the available formats. */
export type LicenseTarget = {
  name: string
  tier: Tier
  format_ids: readonly number[]
  /** The clips that a custom license request is for. */
  clip_ids?: readonly number[]
  /** Close some distributions, which are shown with the reason. Of several clips: those of all. */
  releases: readonly string[]
}

type SelectLicenseDialogProps = {
  open: boolean
  onClose: () => void
  clip: LicenseTarget
  /** Several clips at once: `clip` describes all of them, and these determine the price. */
  clips?: readonly (PricedClip & ReleasedClip)[]
  /** The initial choice: the last one, or the cart item's. */
  initial: ChoiceWithFormat | null
  title?: string
  /** An amount already paid toward the price. */
  paid?: PaidAmount
  /** Returns why this choice cannot be confirmed, as a sentence; null when it can. */
  getRefusal?: (choice: ChoiceWithFormat) => string | null
  /** The label of the confirm button, such as "Add to cart"; may depend on the choice. */
  confirm: string | ((choice: ChoiceWithFormat) => string)
  busy?: string | false
  error?: string | undefined
  onConfirm: (choice: ChoiceWithFormat) => void
  /** Renders an alternative to a license, for the chosen format. */
  offer?: (format_id: number) => ReactNode
  /** Renders a note about the choice, shown before it is confirmed. */
  note?: ((choice: ChoiceWithFormat) => ReactNode) | undefined
  /** What the license terms say, in short. */
  terms: ReactNode
}

export const SelectLicenseDialog = ({
  open,
  onClose,
  clip,
  clips,
  initial,
  title = 'Select a License',
  paid,
  getRefusal,
  confirm,
  busy,
  error,
  onConfirm,
  offer,
  note,
  terms,
}: SelectLicenseDialogProps) => {
  const { data: reply, isError, refetch } = useCall(getLicenseSchema, {})
  const schema = reply?.data
  const initialChoice = withAvailableFormat(initial ?? defaultChoice, clip.format_ids)
  const [choice, setChoice] = useState(initialChoice)
  const [wasOpen, setWasOpen] = useState(open)
  const [isCustom, setCustom] = useState(false)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setChoice(initialChoice)
    setCustom(false)
  }
  const isComplete = choice.distribution_ids.length > 0
  const chosenClips = clips ?? [clip]
  const refusalText = isComplete ? (getClosedRefusal(chosenClips, [choice]) ?? getRefusal?.(choice) ?? null) : null
  const editorialNote = getEditorialNote(chosenClips)
  if (isCustom)
    return (
      <Suspense>
        <CustomLicenseDialog
          open={open}
          clip={clip}
          choice={choice}
          onBack={() => setCustom(false)}
          onClose={onClose}
        />
      </Suspense>
    )
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      description={clip.name}
      size="xl"
      footer={
        <>
          {refusalText === null ? (
            <span className={css.price}>
              {schema && isComplete ? (
                <Money
                  cents={Math.max(
                    0,
                    calculateClipsPrice(clips ?? [clip], choice, schema.prices).cents - (paid?.cents ?? 0),
                  )}
                />
              ) : null}
            </span>
          ) : (
            <p className={css.refusal} role="status">
              {refusalText}
            </p>
          )}
          <Button kind="quiet" size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button
            kind="primary"
            size="lg"
            disabled={!isComplete || !schema || refusalText !== null}
            busy={busy}
            onClick={() => {
              trackEvent('choose_license', choice)
              onConfirm(choice)
            }}
          >
            {typeof confirm === 'string' ? confirm : confirm(choice)}
          </Button>
        </>
      }
    >
      {offer?.(choice.format_id)}
      {editorialNote !== null && <Banner>{editorialNote}</Banner>}
      {schema ? (
        <LicenseFields
          schema={schema}
          clip={clip}
          choice={choice}
          onChange={setChoice}
          priceOf={other => calculateClipsPrice(clips ?? [clip], other, schema.prices).cents}
          more={
            <p className={css.custom}>
              Need something else, such as exclusivity or all media?{' '}
              <Button kind="quiet" size="sm" onClick={() => setCustom(true)}>
                Ask for a custom license
              </Button>
            </p>
          }
        >
          {clips ? (
            <ClipsPrice prices={schema.prices} clips={clips} choice={choice} />
          ) : (
            <LicensePrice
              prices={schema.prices}
              tier={clip.tier}
              choice={choice}
              paid={paid}
              isRefused={refusalText !== null}
            />
          )}
          {isComplete && note?.(choice)}
          {terms}
          {error ? <Banner kind="danger">{error}</Banner> : null}
        </LicenseFields>
      ) : isError ? (
        <Banner
          kind="danger"
          action={
            <Button size="sm" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          The licenses could not be loaded.
        </Banner>
      ) : (
        <Spinner label="Loading licenses" />
      )}
    </Dialog>
  )
}
