/** The licenses of the cart, and the questions that are asked before something leaves it. */
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'

import { clipPath } from '#catalog/paths.ts'
import { RateOffer } from '#rates/rate-offer.tsx'
import { useAreRatesOffered, useOfferedRates } from '#rates/use-rates.ts'

import type { Cart, CartItem } from '../contract.ts'
import { choiceOf, useChangeItem, useMoveToRate, useRemoveItems } from '../use-item-changes.ts'
import { LicenseBlock } from './license-block.tsx'

const ConfirmDialog = lazy(() => import('#ui/confirm-dialog.tsx').then(part => ({ default: part.ConfirmDialog })))
const SelectLicenseDialog = lazy(() =>
  import('#licensing/select-license-dialog.tsx').then(part => ({ default: part.SelectLicenseDialog })),
)

type Question = { title: string; text?: string; confirm: string; item_ids: number[] }

export const CartList = ({ cart }: { cart: Cart }) => {
  const remove = useRemoveItems()
  const change = useChangeItem()
  const move = useMoveToRate()
  const rates = useOfferedRates()
  const areRatesOffered = useAreRatesOffered()
  const navigate = useNavigate()
  // What was asked last stays while its dialog closes.
  const [question, setQuestion] = useState<Question>()
  const [isAsking, setAsking] = useState(false)
  const [edited, setEdited] = useState<{ item: CartItem; group: Cart['licenses'][number] }>()
  const [isEditing, setEditing] = useState(false)

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
            setEdited({ item, group })
            setEditing(true)
          }}
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
          <SelectLicenseDialog
            open={isEditing}
            onClose={() => setEditing(false)}
            clip={{ ...edited.item.clip, clip_ids: [edited.item.clip_id] }}
            initial={choiceOf(edited.group, edited.item.format.id)}
            confirm="Save"
            busy={change.isPending && 'Saving…'}
            offer={format_id => (
              <RateOffer
                rates={rates}
                used={new Set(edited.group.preferred_rate ? [edited.group.preferred_rate.id] : [])}
                busy={move.isPending && 'Saving…'}
                onUse={rate =>
                  move
                    .mutateAsync({ item_id: edited.item.id, rate_id: rate.id, format_id })
                    .then(() => setEditing(false))
                }
              />
            )}
            onConfirm={choice =>
              change.mutate({ item_id: edited.item.id, choice }, { onSuccess: () => setEditing(false) })
            }
          />
        )}
      </Suspense>
    </>
  )
}
