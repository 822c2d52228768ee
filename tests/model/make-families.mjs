// Makes models of further families: their tensors by the names and shapes that transformers has for them.

/** Functions that add tensors of these names, `.weight` and `.bias`. */
function kitOf({ matrix, row, gain }) {
  return {
    /** A matrix [outputs, inputs], with a bias or without. */
    linear: (name, inputs, outputs, biased = true) => {
      matrix(`${name}.weight`, [outputs, inputs]);
      if (biased) row(`${name}.bias`, outputs);
    },
    norm: (name, dim, biased = true) => {
      gain(`${name}.weight`, dim);
      if (biased) row(`${name}.bias`, dim);
    },
  };
}

function gptNeox(config, kit, { prefix, head }) {
  const { linear, norm } = kitOf(kit);
  const { hidden_size: d, vocab_size: vocab, intermediate_size: hidden } = config;
  const biased = config.attention_bias ?? true;
  kit.table(`${prefix}embed_in.weight`, [vocab, d]);
  for (let layer = 0; layer < config.num_hidden_layers; layer++) {
    const name = `${prefix}layers.${layer}`;
    for (const one of ["input_layernorm", "post_attention_layernorm"]) norm(`${name}.${one}`, d);
    linear(`${name}.attention.query_key_value`, d, 3 * d, biased);
    linear(`${name}.attention.dense`, d, d, biased);
    linear(`${name}.mlp.dense_h_to_4h`, d, hidden);
    linear(`${name}.mlp.dense_4h_to_h`, hidden, d);
  }
  norm(`${prefix}final_layer_norm`, d);
  if (head && !config.tie_word_embeddings) kit.matrix("embed_out.weight", [vocab, d]);
}

function gptNeo(config, kit, { prefix }) {
  const { linear, norm } = kitOf(kit);
  const { hidden_size: d, vocab_size: vocab } = config;
  const hidden = config.intermediate_size ?? 4 * d;
  kit.table(`${prefix}wte.weight`, [vocab, d]);
  kit.table(`${prefix}wpe.weight`, [config.max_position_embeddings, d]);
  for (let layer = 0; layer < config.num_layers; layer++) {
    const name = `${prefix}h.${layer}`;
    for (const one of ["ln_1", "ln_2"]) norm(`${name}.${one}`, d);
    for (const one of ["q_proj", "k_proj", "v_proj"]) linear(`${name}.attn.attention.${one}`, d, d, false);
    linear(`${name}.attn.attention.out_proj`, d, d);
    linear(`${name}.mlp.c_fc`, d, hidden);
    linear(`${name}.mlp.c_proj`, hidden, d);
  }
  norm(`${prefix}ln_f`, d);
  if (config.tie_word_embeddings === false) kit.matrix("lm_head.weight", [vocab, d]);
}

function electra(config, kit, { prefix, head }) {
  const { linear, norm } = kitOf(kit);
  const { hidden_size: d, embedding_size: narrow, vocab_size: vocab, intermediate_size: hidden } = config;
  const rows = { word: vocab, position: config.max_position_embeddings, token_type: config.type_vocab_size };
  for (const [name, count] of Object.entries(rows))
    kit.table(`${prefix}embeddings.${name}_embeddings.weight`, [count, narrow]);
  norm(`${prefix}embeddings.LayerNorm`, narrow);
  if (narrow !== d) linear(`${prefix}embeddings_project`, narrow, d);
  for (let layer = 0; layer < config.num_hidden_layers; layer++) {
    const name = `${prefix}encoder.layer.${layer}`;
    for (const one of ["self.query", "self.key", "self.value", "output.dense"])
      linear(`${name}.attention.${one}`, d, d);
    for (const one of ["attention.output", "output"]) norm(`${name}.${one}.LayerNorm`, d);
    linear(`${name}.intermediate.dense`, d, hidden);
    linear(`${name}.output.dense`, hidden, d);
  }
  if (head === "discriminator") {
    linear("discriminator_predictions.dense", d, d);
    linear("discriminator_predictions.dense_prediction", d, 1);
  } else if (head) {
    linear("generator_predictions.dense", d, narrow);
    norm("generator_predictions.LayerNorm", narrow);
    kit.row("generator_lm_head.bias", vocab);
  }
}

function mpnet(config, kit, { prefix, head }) {
  const { linear, norm } = kitOf(kit);
  const { hidden_size: d, vocab_size: vocab, intermediate_size: hidden, num_attention_heads: heads } = config;
  kit.table(`${prefix}embeddings.word_embeddings.weight`, [vocab, d]);
  kit.table(`${prefix}embeddings.position_embeddings.weight`, [config.max_position_embeddings, d]);
  norm(`${prefix}embeddings.LayerNorm`, d);
  kit.table(`${prefix}encoder.relative_attention_bias.weight`, [config.relative_attention_num_buckets ?? 32, heads]);
  for (let layer = 0; layer < config.num_hidden_layers; layer++) {
    const name = `${prefix}encoder.layer.${layer}`;
    for (const one of ["q", "k", "v", "o"]) linear(`${name}.attention.attn.${one}`, d, d);
    for (const one of ["attention", "output"]) norm(`${name}.${one}.LayerNorm`, d);
    linear(`${name}.intermediate.dense`, d, hidden);
    linear(`${name}.output.dense`, hidden, d);
  }
  if (!head) return;
  linear("lm_head.dense", d, d);
  norm("lm_head.layer_norm", d);
  kit.row("lm_head.bias", vocab);
}

function modernbert(config, kit, { prefix, head }) {
  const { linear, norm } = kitOf(kit);
  const { hidden_size: d, vocab_size: vocab, intermediate_size: hidden } = config;
  const { norm_bias: norms = false, attention_bias: attention = false, mlp_bias: mlp = false } = config;
  kit.table(`${prefix}embeddings.tok_embeddings.weight`, [vocab, d]);
  norm(`${prefix}embeddings.norm`, d, norms);
  for (let layer = 0; layer < config.num_hidden_layers; layer++) {
    const name = `${prefix}layers.${layer}`;
    if (layer > 0) norm(`${name}.attn_norm`, d, norms);
    norm(`${name}.mlp_norm`, d, norms);
    linear(`${name}.attn.Wqkv`, d, 3 * d, attention);
    linear(`${name}.attn.Wo`, d, d, attention);
    linear(`${name}.mlp.Wi`, d, 2 * hidden, mlp);
    linear(`${name}.mlp.Wo`, hidden, d, mlp);
  }
  norm(`${prefix}final_norm`, d, norms);
  if (!head) return;
  linear("head.dense", d, d, config.classifier_bias ?? false);
  norm("head.norm", d, norms);
  if (config.decoder_bias ?? true) kit.row("decoder.bias", vocab);
  if (config.tie_word_embeddings === false) kit.matrix("decoder.weight", [vocab, d]);
}

function gemma3(config, kit, { prefix, biases }) {
  const { linear } = kitOf(kit);
  const { hidden_size: d, vocab_size: vocab, intermediate_size: hidden, head_dim: dim } = config;
  const [heads, kvHeads] = [config.num_attention_heads, config.num_key_value_heads];
  // The file has gains less 1.
  const norm = (name, count) => kit.row(`${prefix}${name}.weight`, count);
  kit.table(`${prefix}embed_tokens.weight`, [vocab, d]);
  for (let layer = 0; layer < config.num_hidden_layers; layer++) {
    const name = `layers.${layer}`;
    for (const one of ["input", "post_attention", "pre_feedforward", "post_feedforward"])
      norm(`${name}.${one}_layernorm`, d);
    for (const one of ["q", "k"]) norm(`${name}.self_attn.${one}_norm`, dim);
    for (const [one, outputs] of Object.entries({ q: heads * dim, k: kvHeads * dim, v: kvHeads * dim }))
      linear(`${prefix}${name}.self_attn.${one}_proj`, d, outputs, biases ?? false);
    linear(`${prefix}${name}.self_attn.o_proj`, heads * dim, d, biases ?? false);
    for (const one of ["gate", "up"]) linear(`${prefix}${name}.mlp.${one}_proj`, d, hidden, false);
    linear(`${prefix}${name}.mlp.down_proj`, hidden, d, false);
  }
  norm("norm", d);
  if (config.tie_word_embeddings === false) kit.matrix("lm_head.weight", [vocab, d]);
}

/** What heed saves: GPT-2's names, with query, key and value apart. */
function own(config, kit) {
  const { n_embd: d, n_head: heads, n_inner: hidden, vocab_size: vocab } = config;
  const { kvHeads = heads, dim = d / heads } = [config.attention].flat()[0];
  const linear = (name, inputs, outputs) => {
    kit.matrix(`${name}.weight`, [inputs, outputs], inputs);
    if (config.bias) kit.row(`${name}.bias`, outputs);
  };
  const norm = (name) => {
    kit.gain(`${name}.weight`, d);
    if (config.bias && config.norm === "layer") kit.row(`${name}.bias`, d);
  };
  kit.table("wte.weight", [vocab, d]);
  if (config.positions) kit.table("wpe.weight", [config.n_positions, d]);
  for (let layer = 0; layer < config.n_layer; layer++) {
    const name = `h.${layer}`;
    for (const one of ["ln_1", "ln_2"]) norm(`${name}.${one}`);
    linear(`${name}.attn.query`, d, heads * dim);
    for (const one of ["key", "value"]) linear(`${name}.attn.${one}`, d, kvHeads * dim);
    linear(`${name}.attn.c_proj`, heads * dim, d);
    linear(`${name}.mlp.c_fc`, d, hidden);
    linear(`${name}.mlp.c_proj`, hidden, d);
  }
  norm("ln_f");
  if (!config.tie_word_embeddings) kit.matrix("lm_head.weight", [vocab, d]);
}

export const MORE_MAKERS = {
  ...{ gpt_neox: gptNeox, gpt_neo: gptNeo, electra, mpnet, modernbert, gemma3_text: gemma3, heed: own },
};
