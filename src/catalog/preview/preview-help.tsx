/** The help dialog for card previews: pointer, keyboard and touch. */
import { Dialog } from '#ui/dialog.tsx'
import { getKeyName } from '#ui/key-name.ts'

import styles from './preview-help.module.css'

const sections: readonly (readonly [what: string, rows: readonly (readonly [keys: string, what: string])[]])[] = [
  [
    'Pointer',
    [
      [`Hold ${getKeyName('Meta')}`, 'Scrub: from left to right through the clip'],
      ['Hold Shift', 'Quick preview beside the clip'],
      ['Play sign', 'Quick preview over the page, with price, boards and cart'],
    ],
  ],
  [
    'Keyboard',
    [
      ['← → ↑ ↓', 'From clip to clip'],
      ['Space', 'Open or close the quick preview, which follows the arrow keys'],
      ['S', 'Scrub: then ← → go through the clip, Home and End to its ends'],
      ['Enter', 'Open the clip'],
      ['O', 'Open the clip over the page: then ← → go from clip to clip'],
      ['Home End', 'To the first or last clip'],
      ['X', 'Select the clip; with Shift, all from the last selected one'],
      ['B', 'Add the clip to a board'],
      ['C', 'Add the clip to the cart'],
      ['/', 'To the search field; Ctrl K everywhere'],
      ['Esc', 'Close the preview, or the clip over the page'],
    ],
  ],
  [
    'Touch',
    [
      ['Play sign', 'Quick preview over the page'],
      ['Press and hold', 'Select the clip, or its quick preview where clips can’t be selected'],
      ['Swipe sideways', 'Scrub'],
    ],
  ],
]

export const PreviewHelp = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <Dialog open={open} onClose={onClose} title="Preview shortcuts" size="xl">
    <div className={styles.ways}>
      {sections.map(([title, keys]) => (
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
    </div>
  </Dialog>
)
