/** A popover to move an item without dragging. Load it lazily. */
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react'

import { Button } from '../button.tsx'
import { Popover } from '../popover.tsx'
import { TextField } from '../text-field.tsx'
import { ARRANGE_STEPS, type ArrangeStep } from './steps.ts'

import styles from './move-popover.module.css'

const STEP_LABELS = {
  first: { text: 'Move to the beginning', Icon: ChevronFirst },
  earlier: { text: 'Move one earlier', Icon: ChevronLeft },
  later: { text: 'Move one later', Icon: ChevronRight },
  last: { text: 'Move to the end', Icon: ChevronLast },
}

type MovePopoverProps = {
  anchor: Element
  open: boolean
  onOpenChange: (open: boolean) => void
  can: (step: ArrangeStep) => boolean
  /** The number of positions, when one may be typed. */
  places?: number | undefined
  onChoose: (step: ArrangeStep | number) => void
}

export const MovePopover = ({ anchor, open, onOpenChange, can, places, onChoose }: MovePopoverProps) => (
  <Popover anchor={anchor} open={open} onOpenChange={onOpenChange} align="end" bare>
    <div className={styles.choices}>
      {ARRANGE_STEPS.map(step => {
        const { text, Icon } = STEP_LABELS[step]
        return (
          <button
            key={step}
            type="button"
            className={styles.choice}
            disabled={!can(step)}
            onClick={() => onChoose(step)}
          >
            <Icon aria-hidden />
            {text}
          </button>
        )
      })}
      {places !== undefined && (
        <form
          method="post"
          className={styles.place}
          onSubmit={event => {
            event.preventDefault()
            const place = Number(new FormData(event.currentTarget).get('place'))
            if (place > 0) onChoose(place)
          }}
        >
          <TextField dense label={`To place, of ${places}`} name="place" type="number" min={1} max={places} required />
          <Button type="submit">Move</Button>
        </form>
      )}
    </div>
  </Popover>
)
