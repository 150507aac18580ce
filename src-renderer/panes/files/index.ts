import { FolderTree } from 'lucide-react'
import { words } from '../../state/index.ts'
import type { PaneDefinition } from '../pane.ts'
import { FilesAside, FilesPane } from './files-pane.tsx'

export const filesPane: PaneDefinition = {
  id: 'files',
  title: words.files.title,
  icon: FolderTree,
  Body: FilesPane,
  Aside: FilesAside,
}
