/** "Select a License": who the clip is for, where it will be seen and as which file, with the price at every step. Load it lazily. */
import { lazy, Suspense, useState, type ReactNode } from 'react'

import { tell } from '#platform/data-layer.ts'
import { useCall } from '#platform/query.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Money } from '#ui/money.tsx'
import { Spinner } from '#ui/spinner.tsx'

import { default_choice, fitting, type ChoiceWithFormat } from './choice.ts'
import { getLicenseSchema } from './contract.ts'
import { LicenseFields } from './parts/license-fields.tsx'
import { LicensePrice } from './parts/license-price.tsx'
import { SeveralPrice } from './parts/several-price.tsx'
import type { PaidAlready } from './price-breakdown.tsx'
import type { Tier } from './prices.ts'
import { severalPrice, type SoldClip } from './several.ts'

import css from './select-license-dialog.module.css'

const CustomLicenseDialog = lazy(() =>
  import('./parts/custom-license-dialog.tsx').then(part => ({ default: part.CustomLicenseDialog })),
)

/** What is licensed: it decides the price and the files on offer. */
export type Licensed = {
  name: string
  tier: Tier
  format_ids: readonly number[]
  /** What a custom license is asked for. */
  clip_ids?: readonly number[]
}

type SelectLicenseDialogProps = {
  open: boolean
  onClose: () => void
  clip: Licensed
  /** Several at once: `clip` then stands for all of them, and these make the price. */
  clips?: readonly SoldClip[]
  /** What it begins with: the last choice, or the item's own. */
  initial: ChoiceWithFormat | null
  title?: string
  /** What of the price is paid already. */
  paid?: PaidAlready
  /** Why this choice cannot be confirmed, as a sentence; null when it can. */
  refuses?: (choice: ChoiceWithFormat) => string | null
  /** The verb on the button: "Add to cart"; it may depend on the choice. */
  confirm: string | ((choice: ChoiceWithFormat) => string)
  busy?: string | false
  error?: string | undefined
  onConfirm: (choice: ChoiceWithFormat) => void
  /** What may be used in the place of a license, for the format that is chosen now. */
  offer?: (format_id: number) => ReactNode
  /** What is to be known of this choice before it is confirmed. */
  note?: ((choice: ChoiceWithFormat) => ReactNode) | undefined
}

export const SelectLicenseDialog = ({
  open,
  onClose,
  clip,
  clips,
  initial,
  title = 'Select a License',
  paid,
  refuses,
  confirm,
  busy,
  error,
  onConfirm,
  offer,
  note,
}: SelectLicenseDialogProps) => {
  const { data: reply, isError, refetch } = useCall(getLicenseSchema, {})
  const schema = reply?.data
  const beginning = fitting(initial ?? default_choice, clip.format_ids)
  const [choice, setChoice] = useState(beginning)
  const [wasOpen, setWasOpen] = useState(open)
  const [isCustom, setCustom] = useState(false)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setChoice(beginning)
    setCustom(false)
  }
  const isComplete = choice.distribution_ids.length > 0
  const refusal = isComplete ? (refuses?.(choice) ?? null) : null
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
          {refusal === null ? (
            <span className={css.price}>
              {schema && isComplete ? (
                <Money
                  cents={Math.max(0, severalPrice(clips ?? [clip], choice, schema.prices).cents - (paid?.cents ?? 0))}
                />
              ) : null}
            </span>
          ) : (
            <p className={css.refusal} role="status">
              {refusal}
            </p>
          )}
          <Button kind="quiet" size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button
            kind="primary"
            size="lg"
            disabled={!isComplete || !schema || refusal !== null}
            busy={busy}
            onClick={() => {
              tell('choose_license', choice)
              onConfirm(choice)
            }}
          >
            {typeof confirm === 'string' ? confirm : confirm(choice)}
          </Button>
        </>
      }
    >
      {offer?.(choice.format_id)}
      {schema ? (
        <LicenseFields
          schema={schema}
          clip={clip}
          choice={choice}
          onChange={setChoice}
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
            <SeveralPrice prices={schema.prices} clips={clips} choice={choice} />
          ) : (
            <LicensePrice
              prices={schema.prices}
              tier={clip.tier}
              choice={choice}
              paid={paid}
              isRefused={refusal !== null}
            />
          )}
          {isComplete && note?.(choice)}
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
