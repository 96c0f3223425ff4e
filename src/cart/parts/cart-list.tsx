/** The licenses of the cart, and the questions that are asked before something leaves it. */
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'

import { clipPath } from '#catalog/paths.ts'
import type { ChoiceWithFormat } from '#licensing/choice.ts'
import { RateOffer } from '#rates/rate-offer.tsx'
import { useAreRatesOffered, useOfferedRates } from '#rates/use-rates.ts'
import { Checkbox } from '#ui/checkbox.tsx'

import type { Cart, CartItem } from '../contract.ts'
import { choiceOf, useChangeItem, useChangeItems, useMoveToRate, useRemoveItems } from '../use-item-changes.ts'
import { freeItems } from './change-several.ts'
import { LicenseBlock } from './license-block.tsx'

const ConfirmDialog = lazy(() => import('#ui/confirm-dialog.tsx').then(part => ({ default: part.ConfirmDialog })))
const SelectLicenseDialog = lazy(() =>
  import('#licensing/select-license-dialog.tsx').then(part => ({ default: part.SelectLicenseDialog })),
)

/** The items whose license is changed, with the license that they have. */
type Edited = { items: CartItem[]; group: Cart['licenses'][number] }

type Question = { title: string; text?: string; confirm: string; item_ids: number[] }

export const CartList = ({ cart }: { cart: Cart }) => {
  const remove = useRemoveItems()
  const change = useChangeItem()
  const changeSeveral = useChangeItems()
  const move = useMoveToRate()
  const rates = useOfferedRates()
  const areRatesOffered = useAreRatesOffered()
  const navigate = useNavigate()
  // What was asked last stays while its dialog closes.
  const [question, setQuestion] = useState<Question>()
  const [isAsking, setAsking] = useState(false)
  const [edited, setEdited] = useState<Edited>()
  const [isEditing, setEditing] = useState(false)
  const [isForAll, setForAll] = useState(false)
  const free = freeItems(cart)

  const edit = (what: Edited) => {
    setEdited(what)
    setForAll(false)
    setEditing(true)
  }

  const ask = (asked: Question) => {
    setQuestion(asked)
    setAsking(true)
  }

  return (
    <>
      {cart.licenses.map((group, place) => (
        <LicenseBlock
          key={group.id}
          number={place + 1}
          group={group}
          onEdit={item => {
            // With rates to choose from there is more to see than a sheet on a phone holds.
            if (areRatesOffered && matchMedia('(width < 834px)').matches) {
              void navigate(`${clipPath(item.clip)}?cart_item=${item.id}`)
              return
            }
            edit({ items: [item], group })
          }}
          onEditAll={
            group.items.length > 1 && group.items.every(item => free.includes(item))
              ? () => edit({ items: group.items, group })
              : undefined
          }
          onRemove={item =>
            ask({ title: 'Remove this clip?', text: item.clip.name, confirm: 'Remove', item_ids: [item.id] })
          }
          onRemoveAll={() =>
            ask({
              title: 'Remove this license?',
              text: 'All the clips attached this license will also be removed from your cart.',
              confirm: 'Remove',
              item_ids: group.items.map(item => item.id),
            })
          }
        />
      ))}
      <Suspense>
        {question && (
          <ConfirmDialog
            open={isAsking}
            title={question.title}
            confirm={question.confirm}
            danger
            onCancel={() => setAsking(false)}
            onConfirm={() => {
              setAsking(false)
              remove(question.item_ids)
            }}
          >
            {question.text}
          </ConfirmDialog>
        )}
        {edited && (
          <EditLicense
            edited={edited}
            open={isEditing}
            onClose={() => setEditing(false)}
            items={isForAll ? free : edited.items}
            busy={(change.isPending || changeSeveral.isPending) && 'Saving…'}
            offer={format_id => {
              const [item, ...more] = edited.items
              return (
                item &&
                more.length === 0 && (
                  <RateOffer
                    rates={rates}
                    used={new Set(edited.group.preferred_rate ? [edited.group.preferred_rate.id] : [])}
                    busy={move.isPending && 'Saving…'}
                    onUse={rate =>
                      move.mutateAsync({ item_id: item.id, rate_id: rate.id, format_id }).then(() => setEditing(false))
                    }
                  />
                )
              )
            }}
            note={
              free.length > edited.items.length &&
              edited.items.every(item => free.some(({ id }) => id === item.id)) && (
                <Checkbox checked={isForAll} onChange={event => setForAll(event.target.checked)}>
                  Use this license for all {free.length} clips
                </Checkbox>
              )
            }
            onConfirm={(items, choice) => {
              const [item, ...more] = items
              const onSuccess = () => setEditing(false)
              if (item && more.length === 0) change.mutate({ item_id: item.id, choice }, { onSuccess })
              else changeSeveral.mutate({ items, choice }, { onSuccess })
            }}
          />
        )}
      </Suspense>
    </>
  )
}

type EditLicenseProps = {
  edited: Edited
  open: boolean
  onClose: () => void
  /** What the license will be for. */
  items: readonly CartItem[]
  busy: string | false
  offer: (format_id: number) => ReactNode
  note: ReactNode
  onConfirm: (items: readonly CartItem[], choice: ChoiceWithFormat) => void
}

/** The license window for one item, or for several with their prices added up. */
const EditLicense = ({ edited, items, note, onConfirm, ...shown }: EditLicenseProps) => {
  const [first] = edited.items
  if (!first) return null
  const clips = items.map(({ clip }) => clip)
  const isOne = items.length === 1
  return (
    <SelectLicenseDialog
      {...shown}
      clip={
        isOne
          ? { ...first.clip, clip_ids: [first.clip_id] }
          : {
              name: `${items.length} clips, each under this license`,
              tier: 'standard',
              format_ids: [...new Set(clips.flatMap(({ format_ids }) => format_ids))],
              clip_ids: items.map(({ clip_id }) => clip_id),
            }
      }
      {...(!isOne && { clips })}
      initial={choiceOf(edited.group, first.format.id)}
      confirm="Save"
      note={() => note}
      onConfirm={choice => onConfirm(items, choice)}
    />
  )
}
