# Types $2 and a tab into an interactive zsh that has read $1, and prints what the line has become.
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "
PROMPT='> '
autoload -Uz compinit
compinit -u -D
source $1
show() { print -r -- \"<\$BUFFER>\"; BUFFER= }
zle -N show
bindkey '^X' show
print -r -- rea''dy
"
zpty -r shell seen '*ready*'
zpty -n -w shell "$2"$'\t\C-x'
zpty -r shell seen '*<*>*'
seen=${seen##*<}
print -r -- "${seen%%>*}"
zpty -d shell
