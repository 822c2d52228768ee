// Letters that show nothing have signs.
export function signOf(letter: string): string {
  return letter === " " ? "␣" : letter === "\n" ? "↵" : letter === "\t" ? "⇥" : letter;
}
