import type { ReactNode } from 'react'

import { formatBytes } from '#platform/bytes.ts'

import { SelectionBar } from '../../selection-bar.tsx'
import { sumBytes, type SelectedFile } from '../file-selection.ts'

type FileSelectionBarProps = { files: readonly SelectedFile[]; onClear: () => void; children: ReactNode }

/** The number and size of the selected files; `children` are the download buttons. */
export const FileSelectionBar = ({ files, onClear, children }: FileSelectionBarProps) =>
  files.length === 0 ? null : (
    <SelectionBar
      label="Chosen files"
      summary={
        <>
          <strong>{files.length === 1 ? '1 file' : `${files.length} files`}</strong>, {formatBytes(sumBytes(files))}
        </>
      }
      onClear={onClear}
    >
      {children}
    </SelectionBar>
  )
