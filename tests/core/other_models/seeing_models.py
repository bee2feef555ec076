"""Small random models of `transformers` that read pictures, built from configs."""

from typing import Any

import numpy as np
import pytest
import torch

hf: Any = pytest.importorskip("transformers")
tokenizers: Any = pytest.importorskip("tokenizers")

WORDS = ("[PAD]", "[UNK]", "<s>", "</s>", "<image>", "a", "dog", "cat", "sees", "the")
SMALL = {
    "hidden_size": 12,
    "num_hidden_layers": 2,
    "num_attention_heads": 3,
    "intermediate_size": 16,
}
PICTURE = {"image_size": 12, "patch_size": 4, **SMALL}


def tokenizer():
    ids = {word: at for at, word in enumerate(WORDS)}
    words = tokenizers.Tokenizer(tokenizers.models.WordLevel(ids, unk_token="[UNK]"))
    words.pre_tokenizer = tokenizers.pre_tokenizers.WhitespaceSplit()
    return hf.PreTrainedTokenizerFast(
        tokenizer_object=words,
        bos_token="<s>",
        eos_token="</s>",
        pad_token="[PAD]",
        unk_token="[UNK]",
        additional_special_tokens=["<image>"],
    )


def photo(height: int = 20, width: int = 30) -> np.ndarray:
    found = np.random.default_rng(3).integers(0, 255, (height, width, 3))
    return found.astype(np.uint8)


def squares(cls=None, side: int = 12, **more):
    """An image processor that makes squares of so many pixels."""
    kind = cls or hf.ViTImageProcessor
    return kind(size={"height": side, "width": side}, **more)


def vit(**more):
    return hf.ViTForImageClassification(
        hf.ViTConfig(**PICTURE, id2label={0: "dog", 1: "cat"}, **more)
    ).eval()


def deit():
    return hf.DeiTForImageClassificationWithTeacher(hf.DeiTConfig(**PICTURE)).eval()


def beit():
    return hf.BeitModel(hf.BeitConfig(**PICTURE)).eval()


def dino_with_registers():
    config = hf.Dinov2WithRegistersConfig(**PICTURE, num_register_tokens=2)
    return hf.Dinov2WithRegistersModel(config).eval()


def clip():
    text = {**SMALL, "vocab_size": len(WORDS), "max_position_embeddings": 16}
    text |= {"bos_token_id": 2, "eos_token_id": 3, "pad_token_id": 0}
    config = hf.CLIPConfig(text_config=text, vision_config=PICTURE, projection_dim=8)
    return hf.CLIPModel(config).eval()


def detr():
    backbone = hf.ResNetConfig(
        embedding_size=8,
        hidden_sizes=[8, 8, 12, 16],
        depths=[1, 1, 1, 1],
        out_features=["stage4"],
        layer_type="basic",
    )
    config = hf.DetrConfig(
        backbone_config=backbone,
        use_timm_backbone=False,
        use_pretrained_backbone=False,
        backbone=None,
        d_model=12,
        encoder_layers=2,
        decoder_layers=2,
        encoder_attention_heads=3,
        decoder_attention_heads=3,
        encoder_ffn_dim=16,
        decoder_ffn_dim=16,
        num_queries=5,
        num_labels=3,
    )
    return hf.DetrForObjectDetection(config).eval()


def decoder():
    return hf.TrOCRConfig(
        vocab_size=len(WORDS),
        d_model=12,
        decoder_layers=2,
        decoder_attention_heads=3,
        decoder_ffn_dim=16,
        max_position_embeddings=80,
        bos_token_id=2,
        eos_token_id=3,
        pad_token_id=0,
        decoder_start_token_id=2,
        cross_attention_hidden_size=12,
    )


def trocr():
    encoder = hf.ViTConfig(**PICTURE)
    return _writer(encoder)


def donut():
    """Its encoder attends inside windows, and halves its grid once."""
    encoder = hf.DonutSwinConfig(
        image_size=[16, 24],
        patch_size=2,
        embed_dim=6,
        depths=[1, 1],
        num_heads=[1, 3],
        window_size=4,
    )
    return _writer(encoder)


def _writer(encoder):
    config = hf.VisionEncoderDecoderConfig.from_encoder_decoder_configs(
        encoder, decoder()
    )
    config.decoder_start_token_id, config.pad_token_id = 2, 0
    model = hf.VisionEncoderDecoderModel(config).eval()
    model.generation_config.decoder_start_token_id = 2
    model.generation_config.pad_token_id = 0
    return model


def blip():
    text = {**SMALL, "vocab_size": len(WORDS), "max_position_embeddings": 16}
    text |= {"encoder_hidden_size": 12, "bos_token_id": 2, "sep_token_id": 3}
    config = hf.BlipConfig(text_config=text, vision_config=PICTURE)
    return hf.BlipForConditionalGeneration(config).eval()


def llava():
    config = hf.LlavaConfig(
        vision_config=hf.CLIPVisionConfig(**PICTURE),
        text_config=hf.LlamaConfig(
            vocab_size=len(WORDS), num_key_value_heads=3, **SMALL
        ),
        image_token_id=WORDS.index("<image>"),
        vision_feature_layer=-1,
    )
    return hf.LlavaForConditionalGeneration(config).eval()


def llava_processor():
    images = squares(hf.CLIPImageProcessor, do_center_crop=False)
    images.size = {"height": 12, "width": 12}
    return hf.LlavaProcessor(
        images,
        tokenizer(),
        patch_size=4,
        vision_feature_select_strategy="default",
        num_additional_image_tokens=1,
    )


def git():
    vision = hf.GitVisionConfig(**PICTURE)
    config = hf.GitConfig(
        vision_config=vision.to_dict(), vocab_size=len(WORDS), **SMALL
    )
    return hf.GitForCausalLM(config).eval()


def seeded(build):
    torch.manual_seed(5)
    return build()
