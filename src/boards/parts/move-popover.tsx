/** Where a clip of a board can go, for whoever does not drag. Load it lazily. */
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react'

import { Popover } from '#ui/popover.tsx'

import { steps, type Step } from './steps.ts'

import styles from './move-popover.module.css'

const faces = {
  first: { text: 'Move to the beginning', Icon: ChevronFirst },
  earlier: { text: 'Move one earlier', Icon: ChevronLeft },
  later: { text: 'Move one later', Icon: ChevronRight },
  last: { text: 'Move to the end', Icon: ChevronLast },
}

type MovePopoverProps = {
  anchor: Element
  open: boolean
  onOpenChange: (open: boolean) => void
  can: (step: Step) => boolean
  onChoose: (step: Step) => void
}

export const MovePopover = ({ anchor, open, onOpenChange, can, onChoose }: MovePopoverProps) => (
  <Popover anchor={anchor} open={open} onOpenChange={onOpenChange} align="end" bare>
    <div className={styles.choices}>
      {steps.map(step => {
        const { text, Icon } = faces[step]
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
    </div>
  </Popover>
)
