/** The keys of pages with cards of footage, and what fingers do. */
import { Dialog } from '#ui/dialog.tsx'
import { keyName } from '#ui/key-name.ts'

import styles from './preview-help.module.css'

const rows: readonly (readonly [what: string, rows: readonly (readonly [keys: string, what: string])[]])[] = [
  [
    'Pointer',
    [
      [`Hold ${keyName('Meta')}`, 'Scrub: from left to right through the clip'],
      ['Hold Shift', 'Quick preview beside the pointer'],
    ],
  ],
  [
    'Keyboard',
    [
      ['← → ↑ ↓', 'From clip to clip'],
      ['Space', 'Quick preview of the clip, and away again; it follows the arrows'],
      ['S', 'Scrub: then ← → go through the clip, Home and End to its ends'],
      ['Enter', 'Open the clip'],
      ['Esc', 'End either'],
    ],
  ],
  [
    'Touch',
    [
      ['Press long', 'Quick preview'],
      ['Draw sideways', 'Scrub'],
    ],
  ],
]

export const PreviewHelp = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <Dialog open={open} onClose={onClose} title="Looking at footage">
    {rows.map(([title, keys]) => (
      <section key={title} className={styles.way}>
        <h3>{title}</h3>
        <dl>
          {keys.map(([key, what]) => (
            <div key={key}>
              <dt>{key}</dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
      </section>
    ))}
  </Dialog>
)
