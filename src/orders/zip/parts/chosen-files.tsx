import type { ReactNode } from 'react'

import { SelectionBar } from '../../parts/selection-bar.tsx'
import { sizeOf } from '../../sizes.ts'
import { sumOf, type ChosenFile } from '../chosen.ts'

type Props = { files: readonly ChosenFile[]; onClear: () => void; children: ReactNode }

/** The files that are chosen, and how large they are together; `children` are the ways to get them. */
export const ChosenFiles = ({ files, onClear, children }: Props) =>
  files.length === 0 ? null : (
    <SelectionBar
      label="Chosen files"
      chosen={
        <>
          <strong>{files.length === 1 ? '1 file' : `${files.length} files`}</strong>, {sizeOf(sumOf(files))}
        </>
      }
      onClear={onClear}
    >
      {children}
    </SelectionBar>
  )
