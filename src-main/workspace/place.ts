import type { FilePosition } from '@contract'
import { isMap, isScalar, isSeq, type Pair } from 'yaml'
import { configFile } from './collect.ts'
import { YamlFile } from './yaml-file.ts'

/** Keys from the top; in a list the index, or the text of the entry. */
export type PlacePath = (string | number)[]

/** Where something is written in workspace.yaml: as deep as the path leads. Without a readable file only its name. */
export function placesIn(text: string | null): (path: PlacePath) => FilePosition {
  const yaml = text === null ? null : new YamlFile(configFile, text, 'unread')
  if (!yaml?.root) return () => ({ file: configFile })
  const { node } = yaml.root
  return (path) => ({ file: configFile, ...yaml.positionOf(nodeAt(yaml, node, path)) })
}

function nodeAt(yaml: YamlFile, top: unknown, path: PlacePath): unknown {
  let at = top
  let inside = top
  for (const step of path) {
    const found = stepInto(yaml.resolve(inside), step)
    if (!found) return at
    at = found.at
    inside = found.inside
  }
  return at
}

function stepInto(node: unknown, step: string | number): { at: unknown; inside: unknown } | null {
  if (isMap(node)) {
    const pair = node.items.find((candidate) => nameOf(candidate) === String(step))
    return pair ? { at: pair.key, inside: pair.value } : null
  }
  if (!isSeq(node)) return null
  const entry =
    typeof step === 'number'
      ? node.items[step]
      : node.items.find((candidate) => isScalar(candidate) && candidate.value === step)
  return entry ? { at: entry, inside: entry } : null
}

const nameOf = ({ key }: Pair) => String(isScalar(key) ? key.value : key)
