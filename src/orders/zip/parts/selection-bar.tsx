import type { ReactNode } from 'react'

import { Button } from '#ui/button.tsx'

import { sizeOf } from '../../sizes.ts'
import { sumOf, type ChosenFile } from '../chosen.ts'

import css from './selection-bar.module.css'

type Props = { files: readonly ChosenFile[]; onClear: () => void; children: ReactNode }

/** What is chosen, at the foot of the window as long as anything is; `children` are the ways to get it. */
export const SelectionBar = ({ files, onClear, children }: Props) =>
  files.length === 0 ? null : (
    <section className={css.bar} aria-label="Chosen files">
      <p className={css.sum} role="status">
        <strong>{files.length === 1 ? '1 file' : `${files.length} files`}</strong>, {sizeOf(sumOf(files))}
      </p>
      <Button kind="quiet" onClick={onClear}>
        Choose none
      </Button>
      <div className={css.ways}>{children}</div>
    </section>
  )
